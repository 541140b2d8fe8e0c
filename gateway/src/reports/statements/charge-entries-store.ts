import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({ ...f.SCOPE, chargeId: f.uuid });
const DISPUTES_OF_CHARGE = sql`d.charge_id = ${$.chargeId} and d.merchant_id = ${$.merchantId}
        and d.environment = ${$.environment}`;

// The merchant's own parts only: recipients of a split have postings of their own.
const selectOthers = many(
  'statement_references_of_charge',
  { id: f.uuid },
  sql`select r.id from refunds r
      where r.charge_id = ${$.chargeId} and r.merchant_id = ${$.merchantId}
        and r.environment = ${$.environment}
    union all
    select p.id from disputes d
      join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
        = (d.id, ${$.merchantId}, ${$.environment})
      join dispute_return_parts p on (p.merchant_id, p.environment, p.return_id)
        = (${$.merchantId}, ${$.environment}, r.id)
      where ${DISPUTES_OF_CHARGE}
        and p.bearer_id = p.merchant_id
    union all
    select v.reference_id from disputes d
      join dispute_shares s on (s.merchant_id, s.environment, s.dispute_id)
        = (${$.merchantId}, ${$.environment}, d.id)
      join balance_hold_movements v
        on (v.hold_id, v.merchant_id, v.environment)
          = (s.id, ${$.merchantId}, ${$.environment})
      where ${DISPUTES_OF_CHARGE}
        and s.bearer_id = s.merchant_id`,
);

const selectCreatedAt = many(
  'statement_instants_of_references',
  { createdAt: f.instant },
  sql`select created_at from ledger_postings
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and reference_id = any(${param('references', f.listOf(f.uuid))})`,
);

/** The references of the postings that a charge can have caused in its scope. */
export async function selectReferences(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeId: string,
): Promise<readonly string[]> {
  const others = await selectOthers(database, { merchantId, environment, chargeId });
  return [chargeId, ...others.map(({ id }) => id)];
}

/** The instants of the postings with these references, each once; milliseconds. */
export async function selectInstants(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  references: readonly string[],
): Promise<readonly number[]> {
  const rows = await selectCreatedAt(database, { merchantId, environment, references });
  return [...new Set(rows.map(({ createdAt }) => createdAt))];
}
