import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

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

const WANTED = { wanted: f.inColumn('wanted_centavos', f.centavos) };
const REFERENCE = { reference: f.orNull(f.text) };
const $ = paramsOf({ ...f.SCOPE, holdId: f.uuid, limit: f.count });

// A bucket that the merchant has left has a copy.
/** The scope and the reference of an operator's hold, open or not; undefined for another id. */
export const selectHold = maybeOne(
  'operator_hold',
  { ...f.SCOPE, ...REFERENCE },
  sql`select merchant_id, environment, reference from balance_adjustments
    where hold_id = ${$.holdId} and kind = 'hold'
      and ${isInThisBucket('balance_adjustments.merchant_id')}`,
  EACH_BUCKET,
);

// The caller has locked `available` of the scope, and holds change under that lock only.
/** The wanted amount of an open hold of an operator; undefined when it is not open. */
export const selectWanted = maybeOne(
  'operator_hold_wanted',
  WANTED,
  sql`select wanted_centavos from balance_holds
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.holdId} and status = 'open'
      and cause = 'operator'`,
);

/** The open holds of operators in a scope (`OpenHold`), oldest first. */
export const selectOpenHolds = many(
  'operator_holds_open',
  {
    id: f.uuid,
    amount: f.inColumn('amount_centavos', f.centavos),
    ...WANTED,
    blocked: f.inColumn('blocked_centavos', f.centavos),
    createdAt: f.instant,
    reason: f.text,
    ...REFERENCE,
  },
  sql`select h.id, h.amount_centavos, h.wanted_centavos, h.blocked_centavos, h.created_at,
      a.reason, a.reference
    from balance_holds h join balance_adjustments a
      on (a.merchant_id, a.environment, a.id) = (h.merchant_id, h.environment, h.id)
    where h.merchant_id = ${$.merchantId} and h.environment = ${$.environment}
      and h.status = 'open'
      and h.cause = 'operator'
    order by h.id limit ${$.limit}`,
);
