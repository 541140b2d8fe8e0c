import * as f from '#src/ground/database/fields.ts';
import { maybeOne, paramsOf, run, sql } from '#src/ground/database/sql.ts';

const COUNTS = { receivedCount: f.count, payoutCount: f.count, refundCount: f.count };
const $ = paramsOf({
  ...COUNTS,
  bank: f.text,
  day: f.day,
  from: f.instant,
  to: f.instant,
  madeAt: f.instant,
});

/** How much was compared in a part that was made since an instant; undefined for none. */
export const selectPart = maybeOne(
  'reconciliation_part_select',
  COUNTS,
  sql`select received_count, payout_count, refund_count from reconciliation_parts
    where bank = ${$.bank} and day = ${$.day}::date and from_at = ${$.from} and to_at = ${$.to}
      and made_at >= ${$.madeAt.as('madeSince')}`,
);

export const upsertPart = run(
  'reconciliation_part_upsert',
  sql`insert into reconciliation_parts (bank, day, from_at, to_at, made_at, received_count,
      payout_count, refund_count)
    values (${$.bank}, ${$.day}::date, ${$.from}, ${$.to}, ${$.madeAt}, ${$.receivedCount},
      ${$.payoutCount}, ${$.refundCount})
    on conflict (bank, day, from_at) do update set to_at = excluded.to_at,
      made_at = excluded.made_at, received_count = excluded.received_count,
      payout_count = excluded.payout_count, refund_count = excluded.refund_count`,
);

/** Deletes the parts of a day whose report was saved. */
export const deleteParts = run(
  'reconciliation_parts_delete',
  sql`delete from reconciliation_parts where bank = ${$.bank} and day = ${$.day}::date`,
);
