import type { LiveBank, Outcome } from '#src/bank/live-bank.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';

/**
 * Opens the bank of live keys for a command, and closes it after the work. Refuses
 * `provider_not_configured`.
 */
export async function withBank(
  { config, clock, logger }: GatewayContext,
  work: (bank: LiveBank, config: BankConfig) => Promise<Answer>,
): Promise<Answer> {
  if (!config.bank) throw new Refusal('provider_not_configured');
  const { nameServers } = config;
  const bank = openLiveBank(config.bank, { logger, now: clock.now }, { nameServers });
  try {
    return await work(bank, config.bank);
  } finally {
    await bank.close();
  }
}

/** The value of an outcome. Refuses `provider_refused` and `provider_unavailable`. */
export function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused')
    throw new Refusal('provider_refused', { reason: messageOf(outcome) });
  throw new Refusal('provider_unavailable');
}

/** The reason, in Portuguese, why a request has no value; with the bank's own message. */
export function messageOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  if (outcome.kind === 'refused') {
    const { message, bankWords } = outcome.refusal;
    return bankWords === '' ? message : `${message} (${bankWords})`;
  }
  if (outcome.kind === 'unknown') return outcome.reason;
  return 'o banco não respondeu, ou não aceitou o certificado ou as credenciais';
}
