import { BANK_RESOURCES, type BankResource } from '#src/bank/due-charge.ts';
import type { LiveBank, Outcome } from '#src/bank/live-bank.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { callbackAddress, maskedAddress } from '../payments/callback-address.ts';
import { messageOf } from './bank-session.ts';

/** The result of one check at the bank, which is printed as a line. */
export interface BankFinding {
  readonly ok: boolean;
  readonly message: string;
}

type FindingName = 'token' | 'balance' | 'webhook' | 'charges' | 'disputes' | 'recurring';

export interface BankFindings {
  readonly findings: Readonly<Record<FindingName, BankFinding>>;
  /** Undefined when the bank did not return it. */
  readonly balance: Centavos | undefined;
}

/** The address at which the bank calls this gateway. */
export function ownAddress(baseUrl: string, { provider, callbackSecret }: BankConfig): string {
  return callbackAddress(baseUrl, { bank: provider, secret: callbackSecret });
}

/** Checks at the bank the settings that production needs. Only reads. */
export async function readBankFindings(
  bank: LiveBank,
  config: BankConfig,
  { baseUrl, now: to }: { readonly baseUrl: string; readonly now: number },
): Promise<BankFindings> {
  const access = await bank.receiving.listReceived({ from: to - MINUTE_MS, to }, 0);
  const balance = await bank.sending?.readBalance();
  const webhook = await bank.receiving.findCallback();
  const charges = await readOffers(bank, to);
  const disputes = await bank.disputes?.listDisputes({ from: to - MINUTE_MS, to }, 0);
  const findings = {
    token: findingOf(access, () => ok('o banco aceita o certificado e as credenciais')),
    balance: balance
      ? findingOf(balance, ({ amount }) => ok(brazilianMoney(amount)))
      : ok('este banco só recebe: não há saldo a consultar'),
    webhook: findingOf(webhook, (url) => webhookFinding(url, ownAddress(baseUrl, config))),
    charges,
    disputes: disputes
      ? findingOf(disputes, () => ok('o banco lista as contestações'))
      : ok('este banco não lista contestações: um operador as abre e encerra'),
    recurring: await readRecurring(bank, { own: ownAddress(baseUrl, config), to }),
  };
  return { findings, balance: balance?.kind === 'done' ? balance.value.amount : undefined };
}

/**
 * The kinds of charge that the bank lets us register. Only immediate charges (cob) must be
 * possible.
 */
async function readOffers({ receiving }: LiveBank, at: number): Promise<BankFinding> {
  const offered: BankResource[] = [];
  for (const resource of BANK_RESOURCES) {
    const outcome = await receiving.offers(resource, at);
    if (outcome.kind !== 'done') return { ok: false, message: messageOf(outcome) };
    if (outcome.value) offered.push(resource);
  }
  const missing = BANK_RESOURCES.filter((resource) => !offered.includes(resource));
  const has = offered.length === 0 ? 'nenhuma' : offered.join(', ');
  const message = missing.length === 0 ? has : `${has}; o banco não libera ${missing.join(', ')}`;
  return { ok: offered.includes('cob'), message };
}

/** Whether the bank has Pix Automático for our account, and calls us about it. */
async function readRecurring(
  { recurring }: LiveBank,
  { own, to }: { readonly own: string; readonly to: number },
): Promise<BankFinding> {
  if (!recurring) return ok('sem PROVIDER_ACCOUNT_NUMBER não há Pix Automático (assinaturas)');
  const listed = await recurring.listRecurrences({ from: to - MINUTE_MS, to }, 0);
  if (listed.kind !== 'done') return { ok: false, message: messageOf(listed) };
  return findingOf(await recurring.findCallbacks(), ({ recurrences, cycles }) => {
    const wrong = recurrences === own ? cycles : recurrences;
    const finding = webhookFinding(wrong, own);
    return finding.ok ? ok(`o banco tem Pix Automático; avisa em ${finding.message}`) : finding;
  });
}

function findingOf<Value>(
  outcome: Outcome<Value>,
  judge: (value: Value) => BankFinding,
): BankFinding {
  if (outcome.kind === 'done') return judge(outcome.value);
  return { ok: false, message: messageOf(outcome) };
}

function webhookFinding(url: string | undefined, own: string): BankFinding {
  if (url === own) return ok(maskedAddress(url));
  const advice = 'registre com: bank webhook register';
  const isMissing = url === undefined;
  const message = isMissing
    ? 'nenhum endereço registrado'
    : `outro endereço: ${maskedAddress(url)}`;
  return { ok: false, message: `${message}; ${advice}` };
}

function ok(message: string): BankFinding {
  return { ok: true, message };
}
