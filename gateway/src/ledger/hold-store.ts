import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { PostingKind } from './chart-of-accounts.ts';

const COLUMNS = `h.merchant_id, h.environment, h.id, h.cause, h.reference_id, h.amount_centavos,
  h.wanted_centavos, h.blocked_centavos, h.status, h.created_at`;

// The caller has locked `available` of these scopes, and holds change under that lock only.
const SELECT_FOR_POSTING = {
  name: 'balance_holds_for_posting',
  text: `select ${COLUMNS} from json_to_recordset($1) as scope (merchant_id uuid, environment text)
      join balance_holds h on (h.merchant_id, h.environment)
        = (scope.merchant_id, scope.environment) and h.wanted_centavos > h.blocked_centavos
    union
    select ${COLUMNS} from json_to_recordset($2) as key
        (merchant_id uuid, environment text, id uuid)
      join balance_holds h on (h.merchant_id, h.environment, h.id)
        = (key.merchant_id, key.environment, key.id)
    order by created_at, id`,
};
const INSERT = {
  name: 'balance_holds_insert',
  text: `insert into balance_holds (merchant_id, environment, id, cause, reference_id,
      amount_centavos, wanted_centavos, blocked_centavos, status, created_at, closed_at)
    select merchant_id, environment, id, cause, reference_id,
      amount_centavos, wanted_centavos, blocked_centavos, status, $2::timestamptz,
      case when status = 'closed' then $2::timestamptz end
    from json_to_recordset($1) as row (merchant_id uuid, environment text, id uuid, cause text,
      reference_id uuid, amount_centavos bigint, wanted_centavos bigint, blocked_centavos bigint,
      status text)`,
};
const UPDATE = {
  name: 'balance_holds_update',
  text: `update balance_holds h set wanted_centavos = row.wanted_centavos,
      blocked_centavos = row.blocked_centavos, status = row.status,
      closed_at = case when row.status = 'closed' then $2::timestamptz end
    from json_to_recordset($1) as row (merchant_id uuid, environment text, id uuid,
      wanted_centavos bigint, blocked_centavos bigint, status text)
    where (h.merchant_id, h.environment, h.id) = (row.merchant_id, row.environment, row.id)
      and h.status = 'open'`,
};
const INSERT_MOVEMENTS = {
  name: 'balance_hold_movements_insert',
  text: `insert into balance_hold_movements (merchant_id, environment, reference_id, kind, hold_id,
      amount_centavos, created_at)
    select merchant_id, environment, reference_id, kind, hold_id, amount_centavos, $2
    from json_to_recordset($1) as row (merchant_id uuid, environment text, reference_id uuid,
      kind text, hold_id uuid, amount_centavos bigint)`,
};
const INSERT_DEBTS = {
  name: 'debts_insert',
  text: `insert into debts (merchant_id, environment, reference_id, kind, amount_centavos,
      created_at)
    select merchant_id, environment, reference_id, kind, amount_centavos, $2
    from json_to_recordset($1) as row (merchant_id uuid, environment text, reference_id uuid,
      kind text, amount_centavos bigint)`,
};
const INSERT_REPAYMENTS = {
  name: 'debt_repayments_insert',
  text: `insert into debt_repayments (merchant_id, environment, id, credit_reference_id,
      credit_kind, amount_centavos, created_at)
    select merchant_id, environment, reference_id, credit_reference_id, credit_kind,
      amount_centavos, $2
    from json_to_recordset($1) as row (merchant_id uuid, environment text, reference_id uuid,
      credit_reference_id uuid, credit_kind text, amount_centavos bigint)`,
};

export type HoldCause = 'dispute' | 'operator';

/** A hold as the database keeps it. Amounts in centavos. */
export interface HoldRow {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly cause: HoldCause;
  readonly reference_id: string;
  readonly amount_centavos: bigint;
  wanted_centavos: bigint;
  blocked_centavos: bigint;
  status: 'open' | 'closed';
}

/** The scope, reference and kind of a posting. */
export interface PostingRow {
  readonly merchant_id: string;
  readonly environment: Environment;
  reference_id: string;
  readonly kind: PostingKind;
}

/** A hold in a scope. */
export interface HoldKey extends LedgerScope {
  readonly holdId: string;
}

/** The holds of the scopes that are not fully blocked, and the holds of `keys`; oldest first. */
export function selectHoldsForPosting(
  tx: Transaction,
  uncovered: readonly LedgerScope[],
  keys: readonly HoldKey[],
): Promise<HoldRow[]> {
  return tx.query<HoldRow & Record<string, unknown>>(SELECT_FOR_POSTING, [
    JSON.stringify(uncovered.map(scopeRow)),
    JSON.stringify(keys.map((key) => ({ ...scopeRow(key), id: key.holdId }))),
  ]);
}

function scopeRow({ merchantId, environment }: LedgerScope) {
  return { merchant_id: merchantId, environment };
}

/** Sends the insert of holds; the transaction fails when one exists already. */
export function insertHolds(tx: Transaction, rows: readonly HoldRow[], at: Date): void {
  if (rows.length > 0) tx.send(INSERT, [asJson(rows), at]);
}

/** Sends the update of open holds. */
export function updateHolds(tx: Transaction, rows: readonly HoldRow[], at: Date): void {
  if (rows.length > 0) tx.send(UPDATE, [asJson(rows), at]);
}

/** Sends the insert of hold movements: positive for money blocked, negative for money released. */
export function insertHoldMovements(
  tx: Transaction,
  rows: readonly { posting: PostingRow; holdId: string; amount: bigint }[],
  at: Date,
): void {
  const values = rows.map(({ posting, holdId, amount }) => ({
    ...posting,
    hold_id: holdId,
    amount_centavos: amount,
  }));
  if (rows.length > 0) tx.send(INSERT_MOVEMENTS, [asJson(values), at]);
}

/** Sends the insert of the debts that postings created. */
export function insertDebts(
  tx: Transaction,
  rows: readonly { posting: PostingRow; amount: bigint }[],
  at: Date,
): void {
  const values = rows.map(({ posting, amount }) => ({ ...posting, amount_centavos: amount }));
  if (rows.length > 0) tx.send(INSERT_DEBTS, [asJson(values), at]);
}

/** Sends the insert of repayments of debt; a second repayment by the same credit fails. */
export function insertRepayments(
  tx: Transaction,
  rows: readonly { posting: PostingRow; credit: PostingRow; amount: bigint }[],
  at: Date,
): void {
  const values = rows.map(({ posting, credit, amount }) => ({
    ...posting,
    credit_reference_id: credit.reference_id,
    credit_kind: credit.kind,
    amount_centavos: amount,
  }));
  if (rows.length > 0) tx.send(INSERT_REPAYMENTS, [asJson(values), at]);
}

function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}
