import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

// The merchant's own parts only: recipients of a split have postings of their own.
const REFERENCES = {
  name: 'statement_references_of_charge',
  text: `select r.id from refunds r
      where r.charge_id = $3 and r.merchant_id = $1 and r.environment = $2
    union all
    select p.id from disputes d
      join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment) = (d.id, $1, $2)
      join dispute_return_parts p on (p.merchant_id, p.environment, p.return_id) = ($1, $2, r.id)
      where d.charge_id = $3 and d.merchant_id = $1 and d.environment = $2
        and p.bearer_id = p.merchant_id
    union all
    select v.reference_id from disputes d
      join dispute_shares s on (s.merchant_id, s.environment, s.dispute_id) = ($1, $2, d.id)
      join balance_hold_movements v
        on (v.hold_id, v.merchant_id, v.environment) = (s.id, $1, $2)
      where d.charge_id = $3 and d.merchant_id = $1 and d.environment = $2
        and s.bearer_id = s.merchant_id`,
};
const INSTANTS = {
  name: 'statement_instants_of_references',
  text: `select created_at from ledger_postings
    where merchant_id = $1 and environment = $2 and reference_id = any($3)`,
};

/** The references of the postings that a charge can have caused in its scope. */
export async function selectReferences(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeId: string,
): Promise<readonly string[]> {
  const values = [merchantId, environment, chargeId];
  const rows = await database.query<{ id: string }>(REFERENCES, values);
  return [chargeId, ...rows.map(({ id }) => id)];
}

/** The instants of the postings with these references, each once; milliseconds. */
export async function selectInstants(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  references: readonly string[],
): Promise<readonly number[]> {
  const values = [merchantId, environment, references];
  const rows = await database.query<{ created_at: number }>(INSTANTS, values);
  return [...new Set(rows.map((row) => row.created_at))];
}
