import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PostingKind } from './chart-of-accounts.ts';

export type HoldCause = 'dispute' | 'operator';

const AMOUNT = { amount: f.inColumn('amount_centavos', f.centavos) };
const KEY = { ...f.SCOPE, id: f.uuid };
const STATE = {
  wanted: f.inColumn('wanted_centavos', f.centavos),
  blocked: f.inColumn('blocked_centavos', f.centavos),
  status: f.textOf<'open' | 'closed'>(),
};
const HOLD = {
  ...KEY,
  cause: f.textOf<HoldCause>(),
  referenceId: f.uuid,
  ...AMOUNT,
  ...STATE,
};
const POSTING = { ...f.SCOPE, referenceId: f.uuid, kind: f.textOf<PostingKind>() };

/** A hold as the database keeps it. Amounts in centavos. */
export interface HoldRow extends Omit<f.RecordOf<typeof HOLD>, keyof typeof STATE> {
  wanted: Centavos;
  blocked: Centavos;
  status: 'open' | 'closed';
}

/** The scope, reference and kind of a posting. */
export interface PostingRow extends Omit<f.RecordOf<typeof POSTING>, 'referenceId'> {
  referenceId: string;
}

const COLUMNS = f.columnsOf({ ...HOLD, createdAt: f.instant }, 'h');
const AT = param('at', f.instant);

// The caller has locked `available` of these scopes, and holds change under that lock only.
/** The holds of the scopes that are not fully blocked, and the holds of `keys`; oldest first. */
export const selectHoldsForPosting = many(
  'balance_holds_for_posting',
  HOLD,
  sql`select ${COLUMNS} from ${rowsOf('uncovered', 'scope', f.SCOPE)}
      join balance_holds h on (h.merchant_id, h.environment)
        = (scope.merchant_id, scope.environment) and h.wanted_centavos > h.blocked_centavos
    union
    select ${COLUMNS} from ${rowsOf('keys', 'key', KEY)}
      join balance_holds h on (h.merchant_id, h.environment, h.id)
        = (key.merchant_id, key.environment, key.id)
    order by created_at, id`,
);

const insertHoldRows = send(
  'balance_holds_insert',
  sql`insert into balance_holds (merchant_id, environment, id, cause, reference_id,
      amount_centavos, wanted_centavos, blocked_centavos, status, created_at, closed_at)
    select merchant_id, environment, id, cause, reference_id,
      amount_centavos, wanted_centavos, blocked_centavos, status, ${AT}::timestamptz,
      case when status = 'closed' then ${AT}::timestamptz end
    from ${rowsOf('holds', 'row', HOLD)}`,
);
// The status is in a `case`, so that no plan that is made without statistics reads all open holds.
const updateHoldRows = send(
  'balance_holds_update',
  sql`update balance_holds h set wanted_centavos = row.wanted_centavos,
      blocked_centavos = row.blocked_centavos, status = row.status,
      closed_at = case when row.status = 'closed' then ${AT}::timestamptz end
    from ${rowsOf('holds', 'row', { ...KEY, ...STATE })}
    where (h.merchant_id, h.environment, h.id) = (row.merchant_id, row.environment, row.id)
      and case when h.status = 'open' then true else false end`,
);
const insertMovementRows = send(
  'balance_hold_movements_insert',
  sql`insert into balance_hold_movements (merchant_id, environment, reference_id, kind, hold_id,
      amount_centavos, created_at)
    select merchant_id, environment, reference_id, kind, hold_id, amount_centavos, ${AT}
    from ${rowsOf('movements', 'row', { ...POSTING, holdId: f.uuid, ...AMOUNT })}`,
);
const insertDebtRows = send(
  'debts_insert',
  sql`insert into debts (merchant_id, environment, reference_id, kind, amount_centavos,
      created_at)
    select merchant_id, environment, reference_id, kind, amount_centavos, ${AT}
    from ${rowsOf('debts', 'row', { ...POSTING, ...AMOUNT })}`,
);
const REPAYMENT = {
  ...f.SCOPE,
  referenceId: f.uuid,
  creditReferenceId: f.uuid,
  creditKind: POSTING.kind,
  ...AMOUNT,
};
const insertRepaymentRows = send(
  'debt_repayments_insert',
  sql`insert into debt_repayments (merchant_id, environment, id, credit_reference_id,
      credit_kind, amount_centavos, created_at)
    select merchant_id, environment, reference_id, credit_reference_id, credit_kind,
      amount_centavos, ${AT}
    from ${rowsOf('repayments', 'row', REPAYMENT)}`,
);

/** Sends the insert of holds; the transaction fails when one exists already. */
export function insertHolds(tx: Transaction, holds: readonly HoldRow[], at: Date): void {
  if (holds.length > 0) insertHoldRows(tx, { holds, at });
}

/** Sends the update of open holds. */
export function updateHolds(tx: Transaction, holds: readonly HoldRow[], at: Date): void {
  if (holds.length > 0) updateHoldRows(tx, { holds, at });
}

/** A posting, and the amount of it that a hold, a debt or a repayment has, in centavos. */
export interface PostedAmount {
  readonly posting: PostingRow;
  readonly amount: Centavos;
}

/** Sends the insert of hold movements: positive for money blocked, negative for money released. */
export function insertHoldMovements(
  tx: Transaction,
  rows: readonly (PostedAmount & { readonly holdId: string })[],
  at: Date,
): void {
  const movements = rows.map(({ posting, holdId, amount }) => ({ ...posting, holdId, amount }));
  if (rows.length > 0) insertMovementRows(tx, { movements, at });
}

/** Sends the insert of the debts that postings created. */
export function insertDebts(tx: Transaction, rows: readonly PostedAmount[], at: Date): void {
  const debts = rows.map(({ posting, amount }) => ({ ...posting, amount }));
  if (rows.length > 0) insertDebtRows(tx, { debts, at });
}

/** Sends the insert of repayments of debt; a second repayment by the same credit fails. */
export function insertRepayments(
  tx: Transaction,
  rows: readonly (PostedAmount & { readonly credit: PostingRow })[],
  at: Date,
): void {
  const repayments = rows.map(({ posting, credit, amount }) => ({
    ...posting,
    creditReferenceId: credit.referenceId,
    creditKind: credit.kind,
    amount,
  }));
  if (rows.length > 0) insertRepaymentRows(tx, { repayments, at });
}
