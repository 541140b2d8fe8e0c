import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';

const TO_RETURN = {
  name: 'disputes_to_return',
  place: eachBucketBy('id', 'ascending', 3),
  text: `select id, bank_dispute_id, end_to_end_id, returned_centavos, closed_at from disputes
    where status = 'accepted' and claimed_centavos > 0 and bank = $1 and id > $2
    order by id limit $3`,
};
const SUM_CLAIMS = {
  name: 'disputes_sum_claims',
  place: EACH_BUCKET,
  text: `select coalesce(sum(claimed_centavos) filter (where is_open), 0)::bigint as open,
      coalesce(sum(contested_centavos), 0)::bigint as at_most
    from (
      select true as is_open, claimed_centavos,
        amount_centavos - returned_centavos as contested_centavos
      from disputes
      where bank = $1 and status = any('{open,in_defense}') and environment = 'live'
      union all
      select false, claimed_centavos, claimed_centavos from disputes
      where bank = $1 and status = 'accepted' and claimed_centavos > 0
    ) blocking`,
};

/** An accepted dispute of which the bank has not returned everything. */
export interface DisputeToReturn {
  readonly id: string;
  readonly bankDisputeId: string;
  readonly endToEndId: string;
  readonly returned: Centavos;
  readonly closedAt: number;
}

interface ToReturnRow extends Record<string, unknown> {
  readonly id: string;
  readonly bank_dispute_id: string;
  readonly end_to_end_id: string;
  readonly returned_centavos: bigint;
  readonly closed_at: number;
}

/** Selects accepted disputes of a bank that wait for returns, by their ids after `afterId`. */
export async function selectDisputesToReturn(
  database: Queryable,
  bank: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<DisputeToReturn[]> {
  const rows = await database.query<ToReturnRow>(TO_RETURN, [bank, afterId, limit]);
  return rows.map((row) => ({
    id: row.id,
    bankDisputeId: row.bank_dispute_id,
    endToEndId: row.end_to_end_id,
    returned: centavos(row.returned_centavos),
    closedAt: row.closed_at,
  }));
}

/** The range of the amount that a bank may block for disputes that are known here. */
export interface ClaimSum {
  /** The least: the claims of open disputes. */
  readonly open: Centavos;
  /** The most: all contested amounts of open disputes, and accepted ones that wait for returns. */
  readonly atMost: Centavos;
}

export async function sumClaims(database: Queryable, bank: string): Promise<ClaimSum> {
  const rows = await database.query<{ open: bigint; at_most: bigint }>(SUM_CLAIMS, [bank]);
  return {
    open: sumCentavos(rows.map((row) => centavos(row.open))),
    atMost: sumCentavos(rows.map((row) => centavos(row.at_most))),
  };
}
