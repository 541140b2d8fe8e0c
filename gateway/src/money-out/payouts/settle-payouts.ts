import { simulatedPayouts } from '#src/bank/simulated/simulated-payouts.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutFailed, payoutPaid } from '#src/ledger/posting.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { audienceOf, type NewEvent } from '#src/webhooks/webhook-event.ts';
import { selectDuePayouts } from './due-payout-store.ts';
import { isUnapproved, type Payout, type PayoutKey, payoutDetails } from './payout.ts';
import { giveBack, payoutOwners } from './payout-owner.ts';
import { selectPayouts, selectPendingPayouts } from './payout-read-store.ts';
import {
  type ChangedPayout,
  markPayoutsSettled,
  type PayoutOutcome,
  postponePayouts,
  updateReleasedExternalIds,
} from './payout-store.ts';
import { selectStoppedAmong } from './stop/payout-stop-store.ts';

const DUE_PAYOUTS_MAX = 500;
const SETTLEMENT_ACCOUNTS = [
  accounts.available,
  accounts.reserved,
  accounts.bank,
  accounts.fees,
] as const;

export interface SettleDeps extends DatabaseAndClock {
  /** The sandbox, whose events go to the address in the request. */
  readonly sandboxMerchantId: string;
}

/**
 * Settles payouts of the test environment that are due and not stopped, as the simulator decides.
 * Throws when the database is away.
 * @returns whether there may be more.
 */
export async function settleDuePayouts(deps: SettleDeps & DueWorkDeps): Promise<boolean> {
  const wanted = { at: deps.clock.now(), limit: DUE_PAYOUTS_MAX };
  const due = await selectDuePayouts(deps.database, wanted);
  const settled = await settleSimulated(deps, due, false);
  return due.length === DUE_PAYOUTS_MAX && settled > 0;
}

/** Settles the payouts of these keys in the same way; ignores payouts that have ended. */
export async function settlePayoutsByKey(
  deps: SettleDeps & DueWorkDeps,
  keys: readonly PayoutKey[],
): Promise<void> {
  const payouts = await selectPayouts(deps.database, { keys });
  await settleSimulated(
    deps,
    payouts.filter(({ status }) => status === 'pending'),
    // A clock takes each item once.
    true,
  );
}

/** @returns how many were settled or set aside. */
async function settleSimulated(
  deps: SettleDeps & DueWorkDeps,
  due: readonly Payout[],
  mayEndEarly: boolean,
): Promise<number> {
  if (due.length === 0) return 0;
  const now = deps.clock.now();
  const merchantIds = [...new Set(due.map(({ merchantId }) => merchantId))];
  const stopped = await selectStoppedAmong(deps.database, 'test', merchantIds);
  const results = due
    .filter(({ merchantId }) => !stopped.has(merchantId))
    .map((payout) => simulatedResult(deps, payout, now));
  const isFinal = ({ until }: SimulatedResult): boolean => mayEndEarly || until === undefined;
  const outcomes = results.filter(isFinal).map(({ outcome }) => outcome);
  await postponePayouts(
    deps.database,
    results.flatMap((result) =>
      isFinal(result) ? [] : [{ ...result.outcome, until: result.until ?? now }],
    ),
  );
  if (outcomes.length === 0) return 0;
  return runDueWork(deps, outcomes, {
    kind: 'payout',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    run: async (database, some) =>
      (await database.transaction((tx) => settlePayouts(deps, tx, some))).length,
  });
}

/** Settles all pending payouts of a ledger scope of the test environment, before they are due. */
export async function settlePendingPayouts(
  deps: SettleDeps,
  tx: Transaction,
  scope: Pick<Payout, 'merchantId' | 'environment'>,
): Promise<void> {
  const { merchantId, environment } = scope;
  const pending = await selectPendingPayouts(tx, { merchantId, environment });
  const now = deps.clock.now();
  const outcomes = pending.map((payout) => simulatedResult(deps, payout, now).outcome);
  if (outcomes.length > 0) await settlePayouts(deps, tx, outcomes);
}

/**
 * Settles payouts in the caller's transaction: status, postings, events and deliveries. A payout
 * that has ended already stays as it is. Throws when a payout was not reserved: a bug.
 * @returns the payouts that this call settled.
 */
export async function settlePayouts(
  deps: SettleDeps,
  tx: Transaction,
  outcomes: readonly PayoutOutcome[],
): Promise<readonly Payout[]> {
  const now = deps.clock.now();
  const settled = await markPayoutsSettled(tx, outcomes, new Date(now));
  const locked = await lockForPosting(
    tx,
    settled.map(({ payout }) => ({
      merchantId: payout.merchantId,
      environment: payout.environment,
      isSandbox: payout.merchantId === deps.sandboxMerchantId,
      accounts: SETTLEMENT_ACCOUNTS,
    })),
  );
  for (const { payout } of settled) {
    const { merchantId, environment, id: referenceId, amount, fee } = payout;
    const subject = { merchantId, environment, referenceId };
    const posting =
      payout.status === 'paid'
        ? payoutPaid(subject, { amount, fee })
        : payoutFailed(subject, centavos(amount + fee));
    if (!locked.add(posting)) throw new Error(`payout ${referenceId} was not reserved`);
  }
  locked.write(now);
  const failed = settled.filter(({ payout }) => payout.status === 'failed');
  giveBack(
    tx,
    failed.filter(({ isCounted }) => isCounted).map(({ payout }) => payout),
  );
  for (const owner of payoutOwners()) {
    await owner.failed?.(
      tx,
      failed.map(({ payout }) => payout),
      now,
    );
  }
  await emitEvents(
    tx,
    settled.map((ended) => payoutEvent(deps, ended)),
    now,
  );
  return settled.map(({ payout }) => payout);
}

/** Frees the external ids of a ledger scope, so that they can be used again. */
export function releaseExternalIds(tx: Transaction, scope: LedgerScope): void {
  updateReleasedExternalIds(tx, scope);
}

interface SimulatedResult {
  readonly outcome: PayoutOutcome;
  readonly until: number | undefined;
}

/** The outcome of a payout at the simulated bank, which does not answer before `until`. */
function simulatedResult(
  deps: Pick<SettleDeps, 'sandboxMerchantId'>,
  payout: Payout,
  now: number,
): SimulatedResult {
  const { merchantId, environment, id } = payout;
  const answer = simulatedPayouts(environment).settle(payout, now);
  const result = answer.kind === 'unanswered' ? answer.later : answer;
  const until = answer.kind === 'unanswered' ? answer.until : undefined;
  const key = { merchantId, environment, id };
  if (result.kind === 'failed') {
    const { code, message } = result;
    const failure = { code, message };
    return { until, outcome: { ...key, status: 'failed', endToEndId: null, failure } };
  }
  const { endToEndId } = result;
  // The account of the sandbox is reset before a day has passed.
  const returnsAt = merchantId === deps.sandboxMerchantId ? undefined : result.returnsAt;
  return { until, outcome: { ...key, status: 'paid', endToEndId, failure: null, returnsAt } };
}

function payoutEvent(deps: SettleDeps, { payout, eventCount }: ChangedPayout): NewEvent {
  const { merchantId, environment, id: resourceId, webhookUrl } = payout;
  return {
    merchantId,
    environment,
    resourceId,
    kind: isUnapproved(payout)
      ? 'payout.rejected'
      : `payout.${payout.status === 'paid' ? 'paid' : 'failed'}`,
    sequence: eventCount,
    data: payoutDetails(payout),
    audience: audienceOf({ isSandbox: merchantId === deps.sandboxMerchantId, webhookUrl }),
  };
}
