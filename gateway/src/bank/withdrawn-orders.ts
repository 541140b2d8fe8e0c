import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Statement, Transaction } from '#src/ground/database/database.ts';
import type { BankRefusal, Outcome } from './outcome.ts';

/** Why a payout or refund is not wanted any more. */
export interface Withdrawal extends LedgerScope {
  readonly id: string;
  readonly failure: { readonly code: string; readonly message: string };
}

/** The columns of an order that was withdrawn; null in every other one. */
export interface WithdrawnColumns {
  readonly withdrawn_code: string | null;
  readonly withdrawn_message: string | null;
}

/** Makes the statement that withdraws orders of a table which the bank may have. */
export function withdrawStatement(table: 'payouts' | 'refunds'): Statement {
  return {
    name: `${table}_withdraw`,
    text: `update ${table} o set status = 'pending', withdrawn_code = key.code,
        withdrawn_message = key.message, held_at = null, due_at = $2
      from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid, code text,
        message text)
      where (o.merchant_id, o.environment, o.id) = (key.merchant_id, key.environment, key.id)
        and o.status in ('pending', 'awaiting_approval')
        and (o.uncertain_at is not null or o.is_known_at_bank)
      returning o.id`,
  };
}

/**
 * Withdraws the orders that the bank may have: its answer decides whether they fail. The others are
 * left as they are: their caller fails them at once.
 * @returns the ids of those that are withdrawn.
 */
export async function withdrawUncertain(
  tx: Transaction,
  statement: Statement,
  { withdrawals, at }: { readonly withdrawals: readonly Withdrawal[]; readonly at: Date },
): Promise<ReadonlySet<string>> {
  const rows = withdrawals
    .map(({ merchantId, environment, id, failure: { code, message } }) => ({
      ...{ merchant_id: merchantId, environment, id, code, message },
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const withdrawn = await tx.query<{ id: string }>(statement, [JSON.stringify(rows), at]);
  return new Set(withdrawn.map(({ id }) => id));
}

/** The answer to a withdrawn order that the bank doesn't have; undefined for every other order. */
export function refusalOfWithdrawn({
  withdrawn_code: code,
  withdrawn_message: message,
}: WithdrawnColumns): Extract<Outcome<never>, { kind: 'refused' }> | undefined {
  if (code === null) return undefined;
  const refusal: BankRefusal = { code, message: message ?? '', bankWords: '' };
  return { kind: 'refused', refusal };
}
