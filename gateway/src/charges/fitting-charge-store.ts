import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { ChargeStatus } from './charge.ts';
import type { StoredTerms } from './due/due-terms.ts';
import { ERASED_PAYER } from './erased-payer.ts';

/** A live charge that a payment could still pay, with its merchant and payer. */
const PAYABLE_CHARGE = {
  id: f.uuid,
  ...f.SCOPE,
  status: f.textOf<ChargeStatus>(),
  /** With a due date, the original amount. */
  amount: f.inColumn('amount_centavos', f.centavos),
  due: f.orNull(f.json<StoredTerms>()),
  dueOn: f.orNull(f.text),
  createdAt: f.instant,
  payerName: f.text,
  payerDocument: f.text,
  username: f.text,
  merchantName: f.text,
};
export type PayableCharge = f.RecordOf<typeof PAYABLE_CHARGE>;

const $ = paramsOf({
  amount: f.centavos,
  from: f.instant,
  to: f.instant,
  firstDay: f.day,
  lastDay: f.day,
  payerDocument: f.orNull(f.text),
  searched: f.count,
  limit: f.count,
});

// The conditions are those of the indexes in schema/05-charges.sql.
const PAYABLE = sql`select * from charges where amount_centavos = ${$.amount}
      and environment = 'live' and status in ('pending', 'expired', 'canceled')`;
const SHOWN = `select c.id, c.merchant_id, c.environment, c.status, c.amount_centavos, c.due,
    c.due_on::text, c.created_at, c.payer_name, c.payer_document, m.username,
    m.name as merchant_name`;
// A move leaves copies of charges in the old bucket.
const WITH_MERCHANT = `join merchants m on m.merchant_id = c.merchant_id
      and m.bucket_id = current_schema()::text`;
const PAYER_FIRST = sql`where (p.payer_name, p.payer_document)
        <> ('${ERASED_PAYER.name}', '${ERASED_PAYER.document}')
      order by (p.payer_document = ${$.payerDocument}) desc`;

/**
 * Charges of an amount that were created in a period. Of the newest of each bucket those of the
 * payer are taken first.
 */
export const selectPayableByInstant = many(
  'charges_payable_by_instant',
  PAYABLE_CHARGE,
  sql`${SHOWN}
    from (select * from (${PAYABLE} and created_at >= ${$.from} and created_at <= ${$.to}
        order by created_at desc limit ${$.searched}) p
      ${PAYER_FIRST}, p.created_at desc limit ${$.limit}) c
    ${WITH_MERCHANT}`,
  EACH_BUCKET,
);

/**
 * Charges of an original amount that are due in some days. Of the latest of each bucket those of
 * the payer are taken first.
 */
export const selectPayableByDueDay = many(
  'charges_payable_by_due_day',
  PAYABLE_CHARGE,
  sql`${SHOWN}
    from (select * from (${PAYABLE} and due_on is not null
          and due_on between ${$.firstDay}::date and ${$.lastDay}::date
        order by due_on desc limit ${$.searched}) p
      ${PAYER_FIRST}, p.due_on desc limit ${$.limit}) c
    ${WITH_MERCHANT}`,
  EACH_BUCKET,
);
