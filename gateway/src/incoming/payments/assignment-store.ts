import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

const INSERT = {
  name: 'incoming_payment_assignment_insert',
  place: HOME,
  text: `insert into incoming_payment_assignments (id, end_to_end_id, merchant_id, assigned_at,
      amount_centavos)
    values ($1, $2, $3, $4, $5)`,
};
const UNDO = {
  name: 'incoming_payment_assignment_undo',
  place: HOME,
  text: `update incoming_payment_assignments set undone_at = $2
    where end_to_end_id = $1 and undone_at is null returning id, merchant_id`,
};
const OPEN = {
  name: 'incoming_payment_assignment_open',
  place: HOME,
  text: `select id, merchant_id from incoming_payment_assignments
    where end_to_end_id = $1 and undone_at is null`,
};
const LIST = {
  name: 'incoming_payment_assignments_list',
  place: HOME,
  text: `select a.id, a.end_to_end_id, a.assigned_at,
      r.amount_centavos - r.returned_centavos as amount_centavos, r.received_at, m.username
    from incoming_payment_assignments a
    join incoming_payments r on r.end_to_end_id = a.end_to_end_id
    join merchants m on m.merchant_id = a.merchant_id
    where a.undone_at is null and r.returned_centavos < r.amount_centavos and a.id < $1
    order by a.id desc limit $2`,
};

/** The assignment of a suspended payment to a merchant. Instants in milliseconds. */
export interface Assignment {
  /** The reference of its postings. */
  readonly id: string;
  readonly endToEndId: string;
  readonly username: string;
  /** The amount that the bank has not returned to the payer since. */
  readonly amount: Centavos;
  readonly receivedAt: number;
  readonly assignedAt: number;
}

/** Sends the insert of an assignment; a second open one of the payment fails. */
export function insertAssignment(
  tx: Transaction,
  assignment: {
    readonly id: string;
    readonly endToEndId: string;
    readonly merchantId: string;
    readonly amount: Centavos;
    readonly at: Date;
  },
): void {
  const { id, endToEndId, merchantId, at, amount } = assignment;
  tx.send(INSERT, [id, endToEndId, merchantId, at, amount]);
}

/** Marks the open assignment of a payment as undone; undefined when it has none. */
export async function undoAssignment(
  tx: Transaction,
  endToEndId: string,
  at: Date,
): Promise<{ readonly id: string; readonly merchantId: string } | undefined> {
  const [row] = await tx.query<{ id: string; merchant_id: string }>(UNDO, [endToEndId, at]);
  return row && { id: row.id, merchantId: row.merchant_id };
}

/** The open assignment of a payment; undefined when it has none. */
export async function selectOpenAssignment(
  database: Queryable,
  endToEndId: string,
): Promise<{ readonly id: string; readonly merchantId: string } | undefined> {
  const [row] = await database.query<{ id: string; merchant_id: string }>(OPEN, [endToEndId]);
  return row && { id: row.id, merchantId: row.merchant_id };
}

interface AssignmentRow extends Record<string, unknown> {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly assigned_at: number;
  readonly amount_centavos: bigint;
  readonly received_at: number;
  readonly username: string;
}

/** Selects a page of the assignments that are not undone, newest first. */
export async function selectAssignments(
  database: Queryable,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<Assignment[]> {
  const rows = await database.query<AssignmentRow>(LIST, [beforeId, limit]);
  return rows.map((row) => ({
    id: row.id,
    endToEndId: row.end_to_end_id,
    username: row.username,
    amount: centavos(row.amount_centavos),
    receivedAt: row.received_at,
    assignedAt: row.assigned_at,
  }));
}
