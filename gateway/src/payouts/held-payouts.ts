import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { type HeldKeyRow, holdBySuspension, lockHeld, releaseOne } from './held-payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

export { type HeldRow, selectHeld } from './held-payout-store.ts';

const CANCELLED = {
  code: 'cancelled_by_operator',
  message: 'O saque foi cancelado pela operação da plataforma antes de sair.',
};

/**
 * Holds the live payouts of suspended merchants that have not left yet, and lets those go on whose
 * merchants were reinstated. One that the bank may have got is never held. @returns false: one
 * round does all.
 */
export async function holdPayouts(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  await holdBySuspension(deps.database, new Date(deps.clock.now()));
  return false;
}

/** Lets a held payout go although its merchant is suspended. Refuses `held_order_not_found`. */
export async function releaseHeldPayout(
  { database, clock }: Pick<SettleDeps, 'database' | 'clock'>,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const row = await releaseOne(tx, id, new Date(now));
    if (!row) throw new Refusal('held_order_not_found');
    record(tx, row, { action: 'payout.released', by, now });
  });
}

/**
 * Cancels a held payout: it fails, amount and fee return to the merchant's balance, and the
 * merchant gets `payout.failed`. Refuses `held_order_not_found`.
 */
export async function cancelHeldPayout(deps: SettleDeps, id: string, by: Actor): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const row = await lockHeld(tx, id);
    if (!row) throw new Refusal('held_order_not_found');
    const key = { merchantId: row.merchant_id, environment: row.environment, id };
    const mark = { ...key, status: 'failed', endToEndId: null, failure: CANCELLED } as const;
    const settled = await settlePayouts(deps, tx, [mark]);
    if (settled.length === 0) throw new Error(`the held payout ${id} was not cancelled`);
    record(tx, row, { action: 'payout.cancelled', by, now });
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
