import { simulatedPayouts } from '#src/bank/simulated/simulated-payouts.ts';
import { hasScope } from '#src/ground/access/key-rights.ts';
import { recordCreation } from '#src/ground/audit/record-creation.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import { keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutReserved } from '#src/ledger/posting.ts';
import { type Balance, readBalances } from '#src/ledger/read-balance.ts';
import { nameOfScope } from './payout.ts';
import { lower } from './payout-limits.ts';
import { type PayoutCounts, type PlannedPayout, payoutOwners } from './payout-owner.ts';
import { selectExternalIds } from './payout-read-store.ts';
import type { PayoutDeps } from './payout-request.ts';
import { insertPayouts } from './payout-store.ts';

/** The decision about payouts under the locks of their accounts. */
export interface DecidedPayouts {
  readonly refused: ReadonlyMap<PlannedPayout, Refusal>;
  /** Sends the postings and counts of the others. */
  write(now: number): void;
}

/**
 * Locks the accounts and decides which payouts the limits and balances allow. Nothing is written
 * before `write`.
 */
export async function decidePayouts(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
): Promise<DecidedPayouts> {
  const locked = await lockForPosting(
    tx,
    wanted.map(({ request: { caller } }) => ({
      merchantId: caller.merchantId,
      environment: caller.environment,
      isSandbox: caller.isSandbox,
      accounts: [accounts.available, accounts.reserved],
    })),
  );
  const counts = await openCounts(tx, wanted);
  const reserve = ({ payout: { merchantId, environment, id, amount, fee } }: PlannedPayout) =>
    locked.add(
      payoutReserved({ merchantId, environment, referenceId: id }, centavos(amount + fee)),
    );
  // The accounts are locked against every other payout of the ledger scope, so the external ids,
  // totals and balances that are read here are still true when the transaction commits.
  const available = ({ payout }: PlannedPayout) => locked.balance(payout, accounts.available);
  const checks = { reserve, available, counts };
  const refused = await refuseUnaffordable(tx, wanted, checks);
  return {
    refused,
    write(now) {
      locked.write(now);
      for (const each of counts) each.write();
    },
  };
}

/**
 * The refusals that payouts would get by the current limits and balances. It locks nothing, so
 * other payouts don't wait, and the result may have changed when the payouts are created.
 */
export async function tryPayouts(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
): Promise<ReadonlyMap<PlannedPayout, Refusal>> {
  const scopes = new Map(wanted.map(({ payout }) => [nameOfScope(payout), payout]));
  const balances = await readBalances(tx, [...scopes.values()]);
  const left = new Map([...scopes.keys()].map((name, at) => [name, availableOf(balances[at])]));
  const counts = await openCounts(tx, wanted);
  const reserve = ({ request, payout }: PlannedPayout): boolean => {
    if (request.caller.isSandbox) return true;
    const name = nameOfScope(payout);
    const after = (left.get(name) ?? 0n) - payout.amount - payout.fee;
    if (after >= 0n) left.set(name, after);
    return after >= 0n;
  };
  const available = ({ payout }: PlannedPayout) => left.get(nameOfScope(payout)) ?? 0n;
  return refuseUnaffordable(tx, wanted, { reserve, available, counts });
}

function availableOf(balance: BatchResult<Balance> | undefined): bigint {
  return balance && 'value' in balance ? balance.value.available : 0n;
}

/** Reserves and inserts the payouts that the balances allow; returns the refusals of the others. */
export async function reservePayouts(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  deps: PayoutDeps,
  now: number,
): Promise<ReadonlyMap<PlannedPayout, Refusal>> {
  if (wanted.length === 0) return new Map();
  const decided = await decidePayouts(tx, wanted);
  const { refused } = decided;
  const accepted = wanted.filter((plan) => !refused.has(plan));
  decided.write(now);
  insertPayouts(
    tx,
    accepted.map(({ request, payout, limits, savedLimits, waitsUntil }) => {
      const isLive = payout.environment === 'live';
      const delayMs = isLive ? 0 : deps.paymentDelaySeconds * SECOND_MS;
      const answersAt = isLive ? now : simulatedPayouts(payout.environment).answersAt(payout);
      const dueAt = new Date(Math.max(now + delayMs, answersAt, waitsUntil ?? 0));
      const limit = lower(limits.perPayout, savedLimits?.perPayout ?? null);
      return { payout, dueAt, limit, waitsUntil, ofBatch: request.ofBatch };
    }),
  );
  for (const owner of payoutOwners()) await owner.accepted?.(tx, accepted, now);
  for (const { request, payout } of accepted) {
    // The confirmation of a batch is one change.
    if (!request.ofBatch) recordCreation(tx, request.by, payout, { action: 'payout.created' });
  }
  releaseKeys(
    tx,
    [...refused.keys()].flatMap(({ request, payout }) => {
      const keyed = keyedRequestOf(request);
      return keyed ? [{ ...keyed, resourceId: payout.id }] : [];
    }),
  );
  return refused;
}

/** The refusal tells the balance only to a key that may read it. */
function withoutBalance({ request: { by, caller } }: PlannedPayout, available: bigint): Refusal {
  if (!by && !hasScope(caller.scopes, 'balance:read')) return new Refusal('insufficient_balance');
  const message = fieldText((texts) => texts.availableBalance(brazilianMoney(available)));
  const fields = [{ field: 'amount', message, left: Number(available) }];
  return new Refusal('insufficient_balance', { fields });
}

interface AcceptanceChecks {
  /** Reserves the amount and the fee of a payout; false when the balance is too low. */
  readonly reserve: (plan: PlannedPayout) => boolean;
  /** The available balance, in centavos, without what was reserved before. */
  readonly available: (plan: PlannedPayout) => bigint;
  readonly counts: readonly PayoutCounts[];
}

async function refuseUnaffordable(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  { reserve, available, counts }: AcceptanceChecks,
): Promise<Map<PlannedPayout, Refusal>> {
  const named = wanted.filter(({ payout }) => payout.externalId !== null);
  const taken =
    named.length > 0
      ? await selectExternalIds(tx, { payouts: named.map(({ payout }) => payout) })
      : [];
  const names = new Map(
    taken.map((row) => [`${row.merchantId} ${row.environment} ${row.externalId}`, row.id]),
  );
  const refused = new Map<PlannedPayout, Refusal>();
  for (const plan of wanted) {
    const { id, merchantId, environment, externalId } = plan.payout;
    const name = `${merchantId} ${environment} ${externalId}`;
    const owner = externalId === null ? undefined : names.get(name);
    if (owner !== undefined) {
      const message = fieldText((texts) => texts.payoutWithThisId(owner));
      const fields = [{ field: 'external_id', message }];
      refused.set(plan, new Refusal('external_id_reused', { fields }));
      continue;
    }
    const refusal = firstRefusal(counts, plan);
    if (refusal) {
      refused.set(plan, refusal);
      continue;
    }
    if (!reserve(plan)) {
      refused.set(plan, withoutBalance(plan, available(plan)));
      continue;
    }
    for (const each of counts) each.count(plan);
    if (externalId !== null) names.set(name, id);
  }
  return refused;
}

/** The counts of all owners; they are read one after another, in the order of their locks. */
async function openCounts(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
): Promise<readonly PayoutCounts[]> {
  const counts: PayoutCounts[] = [];
  for (const { openCounts: open } of payoutOwners()) if (open) counts.push(await open(tx, wanted));
  return counts;
}

function firstRefusal(counts: readonly PayoutCounts[], plan: PlannedPayout): Refusal | undefined {
  for (const each of counts) {
    const refusal = each.refusalOf(plan);
    if (refusal) return refusal;
  }
  return undefined;
}
