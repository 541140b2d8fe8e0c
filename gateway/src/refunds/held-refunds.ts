import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { type HeldKeyRow, holdBySuspension, lockHeld, releaseOne } from './held-refund-store.ts';
import { type SettleRefundDeps, settleRefunds } from './settle-refunds.ts';

export { type HeldRow, selectHeld } from './held-refund-store.ts';

const CANCELLED = {
  code: 'cancelled_by_operator',
  message: 'A devolução foi cancelada pela operação da plataforma antes de sair.',
};

/**
 * Holds the live refunds of suspended merchants that have not left yet, and lets those go on whose
 * merchants were reinstated. One that the bank may have got is never held. @returns false: one
 * round does all.
 */
export async function holdRefunds(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  await holdBySuspension(deps.database, new Date(deps.clock.now()));
  return false;
}

/** Lets a held refund go although its merchant is suspended. Refuses `held_order_not_found`. */
export async function releaseHeldRefund(
  { database, clock }: Pick<SettleRefundDeps, 'database' | 'clock'>,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const row = await releaseOne(tx, id, new Date(now));
    if (!row) throw new Refusal('held_order_not_found');
    record(tx, row, { action: 'refund.released', by, now });
  });
}

/**
 * Cancels a held refund: it fails, and what each bears of it returns to its balance. Refuses
 * `held_order_not_found`.
 */
export async function cancelHeldRefund(
  deps: SettleRefundDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const row = await lockHeld(tx, id);
    if (!row) throw new Refusal('held_order_not_found');
    const key = { merchantId: row.merchant_id, environment: row.environment, id };
    const mark = { ...key, status: 'failed', returnId: null, failure: CANCELLED } as const;
    const settled = await settleRefunds(tx, [mark], now);
    if (settled.length === 0) throw new Error(`the held refund ${id} was not cancelled`);
    record(tx, row, { action: 'refund.cancelled', by, now });
  });
}

function record(
  tx: Transaction,
  row: HeldKeyRow,
  { action, by, now }: { action: string; by: Actor; now: number },
): void {
  const details = { amount: centavosToJson(centavos(row.amount_centavos)) };
  const change = { action, merchantId: row.merchant_id, subject: row.id, details };
  recordChange(tx, by, change, now);
}
