import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, mergedBy, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';

/** An accepted dispute of which the bank has not returned everything. */
const TO_RETURN = {
  id: f.uuid,
  bankDisputeId: f.neverNull(f.text),
  endToEndId: f.text,
  returned: f.inColumn('returned_centavos', f.centavos),
  closedAt: f.neverNull(f.instant),
};
export type DisputeToReturn = f.RecordOf<typeof TO_RETURN>;

const $ = paramsOf({
  bank: f.text,
  afterId: f.uuid,
  limit: f.count,
  ...f.SCOPE,
  id: f.uuid,
  /** The end of the claim, which identifies it. */
  claim: f.instant,
  at: f.instant,
  nextAt: f.instant,
  progressUncertainAt: f.orNull(f.instant),
});

/** Accepted disputes of a bank that wait for returns, by their ids after `afterId`. */
export const selectDisputesToReturn = many(
  'disputes_to_return',
  TO_RETURN,
  sql`select id, bank_dispute_id, end_to_end_id, returned_centavos, closed_at from disputes
    where status = 'accepted' and claimed_centavos > 0 and bank = ${$.bank}
      and id > ${$.afterId}
    order by id limit ${$.limit}`,
  mergedBy('id', 'ascending', $.limit),
);

const sumOfBuckets = many(
  'disputes_sum_claims',
  { open: f.centavos, atMost: f.centavos },
  sql`select coalesce(sum(claimed_centavos) filter (where is_open), 0)::bigint as open,
      coalesce(sum(contested_centavos), 0)::bigint as at_most
    from (
      select true as is_open, claimed_centavos,
        amount_centavos - returned_centavos as contested_centavos
      from disputes
      where bank = ${$.bank} and status = any('{open,in_defense}') and environment = 'live'
      union all
      select false, claimed_centavos, claimed_centavos from disputes
      where bank = ${$.bank} and status = 'accepted' and claimed_centavos > 0
    ) blocking`,
  EACH_BUCKET,
);

/** The range of the amount that a bank may block for disputes that are known here. */
export interface ClaimSum {
  /** The least: the claims of open disputes. */
  readonly open: Centavos;
  /** The most: all contested amounts of open disputes, and accepted ones that wait for returns. */
  readonly atMost: Centavos;
}

export async function sumClaims(database: Queryable, bank: string): Promise<ClaimSum> {
  const sums = await sumOfBuckets(database, { bank });
  return {
    open: sumCentavos(sums.map(({ open }) => open)),
    atMost: sumCentavos(sums.map(({ atMost }) => atMost)),
  };
}

const IS_CLAIMED = sql`f.merchant_id = ${$.merchantId} and f.environment = ${$.environment}
      and f.id = ${$.id} and f.status = 'waiting'
      and f.due_at = ${$.claim}`;

/** Writes that an attempt to send begins: 0 when another worker has the defence. */
export const beginAttempt = countRows(
  'dispute_defenses_begin_attempt',
  sql`update dispute_defenses f set uncertain_at = ${$.at}
    where ${IS_CLAIMED}
    returning f.id`,
);

/** Writes the progress of a defence after a step that has not ended it. */
export const saveProgress = run(
  'dispute_defenses_save_progress',
  sql`update dispute_defenses f set due_at = ${$.nextAt}, uncertain_at = ${$.progressUncertainAt}
    where ${IS_CLAIMED}`,
);
