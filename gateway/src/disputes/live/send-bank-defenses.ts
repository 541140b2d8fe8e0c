import type { BankRefusal, Outcome } from '#src/bank/live-bank.ts';
import { type OrderStep, takeOrderStep } from '#src/bank/orders/take-order-step.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import { defenseFiles } from '../defense-files.ts';
import { claimDueDefenses, type DueDefense, endDefenses } from '../send-defenses.ts';
import type { BankDisputeDeps } from './bank-dispute-deps.ts';
import { beginAttempt, saveProgress } from './bank-dispute-store.ts';
import { findBankDispute } from './read-bank-disputes.ts';

const DEFENSES_AT_ONCE = 8;
/** A payment is contested for up to 80 days; the bank's list may be one of payments. */
const CONTESTED_WITHIN_MS = 90 * DAY_MS;
/** The pause after the bank refused the platform's access: an operator has to allow it. */
const NO_ACCESS_PAUSE_MS = HOUR_MS;

export interface SendDefenseDeps extends BankDisputeDeps {
  readonly secretBox: SecretBox;
  /** The lease of a defence: longer than a step may take. */
  readonly bankLeaseMs: number;
  /** The time after an unclear answer in which the defence is not sent again. */
  readonly quarantineMs: number;
}

/**
 * Takes one step of each defence that is due: sends it with its files, and after an answer that was
 * not clear asks the bank's list whether it has the defence. `takeOrderStep` says what a step does.
 * A refusal ends the defence, unless the bank refuses the platform's access.
 * @returns whether there may be more.
 */
export async function sendBankDefenses(deps: SendDefenseDeps): Promise<boolean> {
  const { database, clock, bankLeaseMs: leaseMs } = deps;
  const claim = { now: clock.now(), leaseMs, limit: DEFENSES_AT_ONCE };
  const due = await claimDueDefenses(database, claim);
  // After a failure the claim expires, and the defence is tried again.
  await Promise.all(
    due.map((defense) =>
      runClaimed(deps, { kind: 'dispute_defense', id: defense.id }, () => takeStep(deps, defense)),
    ),
  );
  return due.length === DEFENSES_AT_ONCE;
}

async function takeStep(deps: SendDefenseDeps, defense: DueDefense): Promise<void> {
  const { database, clock } = deps;
  const { bankDisputeId: disputeId, uncertainAt } = defense;
  const step = await takeOrderStep(
    { uncertainAt, isKnownAtBank: false },
    {
      find: () => findDefense(deps, disputeId),
      begin: async (at) => (await beginAttempt(database, { ...keyOf(defense), at })) > 0,
      send: async () => {
        const outcome = await defenseFiles().send(deps, defense);
        return outcome.kind === 'done' ? { kind: 'done', value: true } : outcome;
      },
    },
    deps,
  );
  if (step.found) return endDefenses(deps, [{ defense, failure: null }]);
  if (step.refusal && !isNoAccess(step.refusal)) {
    const failure = step.refusal.message;
    deps.logger.warn({ disputeId, words: step.refusal.bankWords }, 'the bank refused a defence');
    return endDefenses(deps, [{ defense, failure }]);
  }
  await saveProgress(database, { ...keyOf(defense), ...progressOf(deps, step, clock.now()) });
}

/** Looks for a defence of the dispute in the bank's list; undefined without a defence. */
async function findDefense(
  deps: SendDefenseDeps,
  disputeId: string,
): Promise<Outcome<true | undefined>> {
  const to = deps.clock.now();
  const from = to - CONTESTED_WITHIN_MS;
  const listed = await findBankDispute(deps, disputeId, { from, to });
  if (listed.kind !== 'done') return listed;
  const isDefended = listed.value?.status === 'in_defense' || Boolean(listed.value?.defense);
  return { kind: 'done', value: isDefended ? true : undefined };
}

function progressOf({ logger }: SendDefenseDeps, step: OrderStep<boolean>, now: number) {
  const isRefused = step.refusal !== undefined;
  if (isRefused) logger.error('the bank does not let the platform send defences');
  const nextAt = isRefused ? now + NO_ACCESS_PAUSE_MS : step.nextAt;
  return { nextAt, progressUncertainAt: step.uncertainAt };
}

function keyOf({ merchantId, environment, id, claim }: DueDefense) {
  return { merchantId, environment, id, claim };
}

function isNoAccess({ code }: BankRefusal): boolean {
  return code === 'access_denied';
}
