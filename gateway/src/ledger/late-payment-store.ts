import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, mergedBy, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

/** A payout or refund that the bank made after it had failed here. */
const LATE_PAYMENT = {
  merchantId: f.uuid,
  environment: f.textOf<'live'>(),
  id: f.uuid,
  kind: f.textOf<'payout' | 'refund'>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  /** The part that the balances did not cover. */
  debt: f.inColumn('debt_centavos', f.centavos),
  foundAt: f.instant,
};
const COLUMNS = f.columnsOf(LATE_PAYMENT, 'l');
const $ = paramsOf({ ...LATE_PAYMENT, at: f.instant, limit: f.count });

/** Inserts a late payment; a second one for the same payout or refund fails the transaction. */
export const insertLatePayment = send(
  'late_bank_payments_insert',
  sql`insert into late_bank_payments (merchant_id, environment, id, kind, amount_centavos,
      uncovered_centavos, debt_centavos, found_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.kind}, ${$.amount}, 0, ${$.debt},
      ${$.foundAt})`,
);

/** Late payments that no operator has marked as seen, oldest first. */
export const selectUnseen = many(
  'late_bank_payments_unseen',
  LATE_PAYMENT,
  sql`select ${COLUMNS} from late_bank_payments l
    where l.seen_at is null order by l.found_at limit ${$.limit}`,
  mergedBy('found_at', 'ascending', $.limit),
);

/** Marks a late payment as seen; undefined when no unseen one has this id. */
export const markSeen = maybeOne(
  'late_bank_payments_mark_seen',
  LATE_PAYMENT,
  sql`update late_bank_payments l set seen_at = ${$.at} where l.id = ${$.id} and l.seen_at is null
    returning ${COLUMNS}`,
  EACH_BUCKET,
);
