import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import {
  type Centavos,
  centavos,
  centavosToJson,
  ZERO_CENTAVOS,
} from '#src/ground/money/centavos.ts';
import { HOLD_ACCOUNTS, lockForPosting } from '#src/ledger/post.ts';
import type { AdjustmentDeps } from './adjustment-deps.ts';
import { tellOfAdjustment } from './adjustment-mails.ts';
import type { BalanceAdjustment } from './balance-adjustment.ts';
import { selectAdjustmentByKey } from './balance-adjustment-store.ts';
import { earlierAdjustment, findAdjustable, requireNewKey } from './balance-request.ts';
import { type OpenHold, selectHold, selectOpenHolds, selectWanted } from './operator-hold-store.ts';
import { recordBalanceChanges } from './record-balance-changes.ts';

type HoldDeps = Pick<AdjustmentDeps, 'database' | 'clock' | 'mailer'>;

/** An amount that an operator blocks. */
export interface HoldRequest extends Pick<LedgerScope, 'environment'> {
  readonly username: string;
  readonly amount: Centavos;
  readonly reason: string;
  readonly reference: string | null;
  readonly requestKey: string | null;
}

/**
 * Blocks an amount of a merchant: what `available` has at once, the rest from later credits. A
 * repeat under the same key changes nothing. Refuses `merchant_not_found`, `sandbox_forbidden` and
 * `idempotency_key_reused`.
 */
export function holdBalance(
  deps: HoldDeps,
  request: HoldRequest,
  by: Actor,
): Promise<BalanceAdjustment> {
  const now = deps.clock.now();
  const { environment, amount, reason, reference, requestKey, username } = request;
  return deps.database.transaction(async (tx) => {
    const { merchantId } = await findAdjustable(tx, username);
    const scope = { merchantId, environment };
    const locked = await lockForPosting(tx, [
      { ...scope, isSandbox: false, accounts: HOLD_ACCOUNTS },
    ]);
    const wanted = { ...scope, kind: 'hold', amount, reason, reference, requestKey } as const;
    const earlier = await earlierAdjustment(tx, wanted);
    if (earlier) return earlier;
    const id = createId(now);
    const hold = { holdId: id, cause: 'operator', referenceId: id, amount } as const;
    const blocked = locked.hold(scope, hold);
    locked.write(now);
    const change = { ...wanted, id, blocked, debt: ZERO_CENTAVOS, holdId: id };
    return finish(deps, tx, { ...change, proposalId: null, createdAt: now }, by);
  });
}

/** A request to release a hold: `amount` of it in centavos, or all of it when null. */
export interface ReleaseRequest {
  readonly holdId: string;
  readonly amount: Centavos | null;
  readonly reason: string;
  readonly requestKey: string | null;
}

/**
 * Releases a hold of an operator, whole or in part: the wanted amount shrinks, and blocked money
 * above it returns to `available`. A repeat under the same key changes nothing. Refuses
 * `hold_not_found` for a hold that is not open or belongs to a dispute, `release_exceeds_hold` and
 * `idempotency_key_reused`.
 */
export function releaseBalance(
  deps: HoldDeps,
  { holdId, amount, reason, requestKey }: ReleaseRequest,
  by: Actor,
): Promise<BalanceAdjustment> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const hold = await selectHold(tx, { holdId });
    if (!hold) throw new Refusal('hold_not_found');
    const { merchantId, environment, reference } = hold;
    const scope = { merchantId, environment };
    const locked = await lockForPosting(tx, [
      { ...scope, isSandbox: false, accounts: HOLD_ACCOUNTS, holdIds: [holdId] },
    ]);
    const earlier = await earlierRelease(tx, { requestKey, holdId, amount });
    if (earlier) return earlier;
    const open = await selectWanted(tx, { ...scope, holdId });
    if (!open) throw new Refusal('hold_not_found');
    if (amount !== null && amount > open.wanted) throw new Refusal('release_exceeds_hold');
    const released = amount ?? open.wanted;
    locked.release(scope, holdId, released);
    locked.write(now);
    const change: BalanceAdjustment = {
      ...scope,
      id: createId(now),
      amount: released,
      reason,
      reference,
      kind: 'release',
      holdId,
      requestKey,
      proposalId: null,
      createdAt: now,
      blocked: ZERO_CENTAVOS,
      debt: ZERO_CENTAVOS,
    };
    return finish(deps, tx, change, by);
  });
}

/** An open hold as the panel and the commands show it. Amounts are centavos. */
export function openHoldView(hold: OpenHold) {
  return {
    id: hold.id,
    amount: centavosToJson(hold.amount),
    wanted_amount: centavosToJson(hold.wanted),
    blocked_amount: centavosToJson(hold.blocked),
    missing_amount: centavosToJson(centavos(hold.wanted - hold.blocked)),
    reason: hold.reason,
    reference: hold.reference,
    created_at: isoTime(hold.createdAt),
  };
}

/** The open holds of operators in a scope, oldest first; at most `limit`. */
export function listOpenHolds(
  database: Queryable,
  scope: LedgerScope,
  limit: number,
): Promise<OpenHold[]> {
  return selectOpenHolds(database, { ...scope, limit });
}

/** The release of an earlier request under the same key. Refuses `idempotency_key_reused`. */
async function earlierRelease(
  tx: Transaction,
  { requestKey, holdId, amount }: Omit<ReleaseRequest, 'reason'>,
): Promise<BalanceAdjustment | undefined> {
  if (requestKey === null) return undefined;
  const earlier = await selectAdjustmentByKey(tx, { requestKey });
  if (!earlier) {
    await requireNewKey(tx, requestKey);
    return undefined;
  }
  const isSame =
    earlier.kind === 'release' &&
    earlier.holdId === holdId &&
    (amount === null || amount === earlier.amount);
  if (!isSame) throw new Refusal('idempotency_key_reused');
  return earlier;
}

async function finish(
  deps: HoldDeps,
  tx: Transaction,
  change: BalanceAdjustment,
  by: Actor,
): Promise<BalanceAdjustment> {
  const { merchantId, environment, kind, amount, reason, reference, createdAt } = change;
  await recordBalanceChanges(tx, [change], createdAt);
  const action = kind === 'hold' ? 'balance.held' : 'balance.released';
  const details = { amount: centavosToJson(amount), environment, reason, reference };
  const subject = change.holdId ?? change.id;
  recordChange(tx, by, { action, merchantId, subject, details }, createdAt);
  await tellOfAdjustment(tx, deps.mailer, change, createdAt);
  return change;
}
