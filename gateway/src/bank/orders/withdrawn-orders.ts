import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Statement, Transaction } from '#src/ground/database/database.ts';
import type { BankRefusal, Outcome } from '../outcome.ts';

/** A payout or refund to withdraw, with the failure that it gets. */
export interface Withdrawal extends LedgerScope {
  readonly id: string;
  readonly failure: { readonly code: string; readonly message: string };
}

/** The columns of a withdrawn order; null for every other order. */
export interface WithdrawnColumns {
  readonly withdrawn_code: string | null;
  readonly withdrawn_message: string | null;
}

/** Makes the statement that withdraws the orders of a table that the bank may have. */
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
 * Withdraws the orders that the bank may have: the bank's answer decides whether they fail. All
 * other orders stay unchanged, and the caller fails them at once.
 * @returns the ids of the withdrawn orders.
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
    .sort((left, right) => (left.id < right.id ? -1 : 1));
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
