import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

// Of a split what its recipients have not refunded; of disputes what the merchant itself has paid.
const SELECT = {
  name: 'transactions_select_received',
  text: `select key.id,
      (select coalesce(sum(s.amount_centavos - s.refunded_centavos), 0)::bigint
        from charge_splits s
        where s.merchant_id = $1 and s.environment = $2 and s.charge_id = key.id) as split,
      (select coalesce(sum(p.amount_centavos), 0)::bigint
        from disputes d
        join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment) = (d.id, $1, $2)
        join dispute_return_parts p on (p.merchant_id, p.environment, p.return_id) = ($1, $2, r.id)
        where d.charge_id = key.id and d.merchant_id = $1 and d.environment = $2
          and p.bearer_id = p.merchant_id) as returned
    from unnest($3::uuid[]) as key (id)`,
};

/** The amounts of a charge that others have, in centavos. */
export interface OthersPart extends Record<string, unknown> {
  readonly id: string;
  /** The amount that the recipients of its split keep. */
  readonly split: bigint;
  /** The amount returned to the payer by disputes, from the merchant's own part. */
  readonly returned: bigint;
}

/** Selects what others have of charges, in no order. */
export function selectOthersParts(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<OthersPart[]> {
  return database.query<OthersPart>(SELECT, [merchantId, environment, chargeIds]);
}
