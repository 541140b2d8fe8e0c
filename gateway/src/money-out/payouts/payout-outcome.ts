import { Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { PayoutKey } from './payout.ts';
import { type PlannedPayout, payoutOwners } from './payout-owner.ts';
import { type OutcomeFacts, selectOutcome } from './payout-read-store.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';
import { planPayouts } from './plan-payouts.ts';
import { tryPayouts } from './reserve-payouts.ts';
import { selectStopsOfScope } from './stop/payout-stop-store.ts';

/** The outcome of an accepted payout: it is sent to the bank, it waits, or it has failed. */
const outcomeKinds = [
  'sent',
  'awaiting_approval',
  'awaiting_server',
  'payouts_stopped',
  'new_destination',
  'account_suspended',
  'failed',
] as const;

export const OutcomeView = Type.Object({
  kind: oneOf(outcomeKinds),
  waits_until: Type.Union([Type.String(), Type.Null()]),
});

export interface PayoutOutcome {
  readonly kind: (typeof outcomeKinds)[number];
  /** For `new_destination`: until when it waits, in milliseconds since 1970. */
  readonly waitsUntil: number | null;
}

/** The outcome as JSON. */
export function outcomeView({ kind, waitsUntil }: PayoutOutcome) {
  return { kind, waits_until: waitsUntil === null ? null : isoTime(waitsUntil) };
}

/**
 * The outcome that a payout would have now; nothing is stored. Refuses what `createPayouts`
 * refuses, except for its idempotency key.
 */
export function previewPayout(deps: PayoutDeps, request: PayoutRequest): Promise<PayoutOutcome> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const [plan] = await planPayouts(tx, [request], deps, now);
    if (!plan) throw new Error('a payout has no plan');
    if (plan instanceof Refusal) throw plan;
    const refusal = (await tryPayouts(tx, [plan])).get(plan);
    if (refusal) throw refusal;
    return outcomeOfPlans(tx, request.caller, [plan], now);
  });
}

/** The outcomes that planned payouts would have, accepted together. */
export function outcomeOfPlans(
  database: Queryable,
  scope: LedgerScope,
  plans: readonly PlannedPayout[],
  now: number,
): Promise<PayoutOutcome> {
  const waits = plans.flatMap(({ waitsUntil }) => waitsUntil ?? []);
  const facts = {
    status: plans.find(({ cause }) => cause !== null)?.payout.status ?? 'pending',
    heldAt: null,
    waitsUntil: waits.length > 0 ? Math.max(...waits) : null,
  };
  const isOfBatch = plans.some(({ request }) => request.ofBatch);
  return outcomeOfFacts(database, scope, { facts, isOfBatch, now });
}

/** The outcome of an accepted payout so far. Refuses `transaction_not_found`. */
export async function readOutcome(
  database: Queryable,
  key: PayoutKey,
  now: number,
): Promise<PayoutOutcome> {
  const facts = await selectOutcome(database, key);
  if (!facts) throw new Refusal('transaction_not_found');
  return outcomeOfFacts(database, key, { facts, isOfBatch: false, now });
}

/** The outcome by the facts of a payout, or of the payouts of a batch. */
export async function outcomeOfFacts(
  database: Queryable,
  scope: LedgerScope,
  { facts, isOfBatch, now }: { facts: OutcomeFacts; isOfBatch: boolean; now: number },
): Promise<PayoutOutcome> {
  const { status, heldAt, waitsUntil } = facts;
  const is = (kind: PayoutOutcome['kind']) => ({ kind, waitsUntil: null });
  if (status === 'failed') return is('failed');
  if (status === 'paid') return is('sent');
  if (status === 'awaiting_approval') {
    const isAsked = !isOfBatch && (await asksServer(database, scope));
    return is(isAsked ? 'awaiting_server' : 'awaiting_approval');
  }
  if (heldAt !== null) return is('account_suspended');
  const { merchantId, environment } = scope;
  const stops = await selectStopsOfScope(database, { merchantId, environment });
  if (stops.length > 0) return is('payouts_stopped');
  if (waitsUntil !== null && waitsUntil > now) return { kind: 'new_destination', waitsUntil };
  return is('sent');
}

async function asksServer(database: Queryable, scope: LedgerScope): Promise<boolean> {
  for (const owner of payoutOwners()) if (await owner.asksServer?.(database, scope)) return true;
  return false;
}
