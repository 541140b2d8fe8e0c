import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

// A bucket that the merchant has left has a copy.
const SELECT = {
  name: 'operator_hold',
  place: EACH_BUCKET,
  text: `select merchant_id, environment, reference from balance_adjustments
    where hold_id = $1 and kind = 'hold' and ${isInThisBucket('balance_adjustments.merchant_id')}`,
};
// The caller has locked `available` of the scope, and holds change under that lock only.
const WANTED = {
  name: 'operator_hold_wanted',
  text: `select wanted_centavos from balance_holds
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'open'
      and cause = 'operator'`,
};
const LIST_OPEN = {
  name: 'operator_holds_open',
  text: `select h.id, h.amount_centavos, h.wanted_centavos, h.blocked_centavos, h.created_at,
      a.reason, a.reference
    from balance_holds h join balance_adjustments a
      on (a.merchant_id, a.environment, a.id) = (h.merchant_id, h.environment, h.id)
    where h.merchant_id = $1 and h.environment = $2 and h.status = 'open'
      and h.cause = 'operator'
    order by h.id limit $3`,
};

/** A hold of an operator that is not released. Amounts in centavos, the instant in ms. */
export interface OpenHold {
  readonly id: string;
  /** The amount that the operator asked for. */
  readonly amount: Centavos;
  /** The amount to block after partial releases. */
  readonly wanted: Centavos;
  /** The amount that is blocked now; later credits fill it up to `wanted`. */
  readonly blocked: Centavos;
  readonly reason: string;
  readonly reference: string | null;
  readonly createdAt: number;
}

interface OpenHoldRow extends Record<string, unknown> {
  readonly id: string;
  readonly amount_centavos: bigint;
  readonly wanted_centavos: bigint;
  readonly blocked_centavos: bigint;
  readonly created_at: number;
  readonly reason: string;
  readonly reference: string | null;
}

/** The scope and the reference of an operator's hold, open or not; undefined for another id. */
export async function selectHold(
  tx: Transaction,
  holdId: string,
): Promise<(LedgerScope & { readonly reference: string | null }) | undefined> {
  const [row] = await tx.query<{
    merchant_id: string;
    environment: Environment;
    reference: string | null;
  }>(SELECT, [holdId]);
  if (!row) return undefined;
  const { merchant_id: merchantId, environment, reference } = row;
  return { merchantId, environment, reference };
}

/** Selects the wanted amount of an open hold of an operator; undefined when it is not open. */
export async function selectWanted(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  holdId: string,
): Promise<Centavos | undefined> {
  const values = [merchantId, environment, holdId];
  const [row] = await tx.query<{ wanted_centavos: bigint }>(WANTED, values);
  return row && centavos(row.wanted_centavos);
}

/** Selects the open holds of operators in a scope, oldest first. */
export async function selectOpenHolds(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<OpenHold[]> {
  const rows = await database.query<OpenHoldRow>(LIST_OPEN, [merchantId, environment, limit]);
  return rows.map((row) => ({
    id: row.id,
    amount: centavos(row.amount_centavos),
    wanted: centavos(row.wanted_centavos),
    blocked: centavos(row.blocked_centavos),
    reason: row.reason,
    reference: row.reference,
    createdAt: row.created_at,
  }));
}
