import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

/** The assignment of a suspended payment to a merchant. Instants in milliseconds. */
const ASSIGNMENT = {
  /** The reference of its postings. */
  id: f.uuid,
  endToEndId: f.text,
  username: f.text,
  /** The amount that the bank has not returned to the payer since. */
  amount: f.inColumn('amount_centavos', f.centavos),
  receivedAt: f.instant,
  assignedAt: f.instant,
};
export type Assignment = f.RecordOf<typeof ASSIGNMENT>;

const TO = { id: f.uuid, merchantId: f.uuid };
const $ = paramsOf({ ...ASSIGNMENT, ...TO, undoneAt: f.instant, limit: f.count });

/** Sends the insert of an assignment; a second open one of the payment fails. */
export const insertAssignment = send(
  'incoming_payment_assignment_insert',
  sql`insert into incoming_payment_assignments (id, end_to_end_id, merchant_id, assigned_at,
      amount_centavos)
    values (${$.id}, ${$.endToEndId}, ${$.merchantId}, ${$.assignedAt}, ${$.amount})`,
  HOME,
);

/** Marks the open assignment of a payment as undone; undefined when it has none. */
export const undoAssignment = maybeOne(
  'incoming_payment_assignment_undo',
  TO,
  sql`update incoming_payment_assignments set undone_at = ${$.undoneAt}
    where end_to_end_id = ${$.endToEndId} and undone_at is null returning id, merchant_id`,
  HOME,
);

/** The open assignment of a payment; undefined when it has none. */
export const selectOpenAssignment = maybeOne(
  'incoming_payment_assignment_open',
  TO,
  sql`select id, merchant_id from incoming_payment_assignments
    where end_to_end_id = ${$.endToEndId} and undone_at is null`,
  HOME,
);

/** A page of the assignments that are not undone, newest first. */
export const selectAssignments = many(
  'incoming_payment_assignments_list',
  ASSIGNMENT,
  sql`select a.id, a.end_to_end_id, a.assigned_at,
      r.amount_centavos - r.returned_centavos as amount_centavos, r.received_at, m.username
    from incoming_payment_assignments a
    join incoming_payments r on r.end_to_end_id = a.end_to_end_id
    join merchants m on m.merchant_id = a.merchant_id
    where a.undone_at is null and r.returned_centavos < r.amount_centavos
      and a.id < ${$.id.as('beforeId')}
    order by a.id desc limit ${$.limit}`,
  HOME,
);
