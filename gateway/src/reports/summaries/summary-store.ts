import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import type { Account, PostingKind } from '#src/ledger/chart-of-accounts.ts';

const DUE_SUMMARY = {
  merchantId: f.uuid,
  userId: f.text,
  email: f.text,
  isConfirmed: f.bool,
};
export type DueSummary = f.RecordOf<typeof DUE_SUMMARY>;
const TOTAL = {
  kind: f.textOf<PostingKind>(),
  count: f.count,
  total: f.inColumn('total_centavos', f.centavos),
};

const $ = paramsOf({ ...DUE_SUMMARY, day: f.day, limit: f.count });

/** Members who want summaries and have none of a day, the longest waiting first. */
export const selectDueSummaries = many(
  'summaries_due',
  DUE_SUMMARY,
  sql`select p.merchant_id, p.user_id, u."email",
      u."emailVerified" as is_confirmed
    from notification_preferences p join auth."user" u on u."id" = p.user_id
    where p.kind = 'daily_summary' and p.is_enabled and p.summarised_day < ${$.day}::date
    order by p.summarised_day, p.merchant_id, p.user_id limit ${$.limit}`,
);

/** Claims the summary of a day for a member. Returns 0 if another worker has written it. */
export const claimSummary = countRows(
  'summary_claim',
  sql`update notification_preferences set summarised_day = ${$.day}::date
    where merchant_id = ${$.merchantId} and user_id = ${$.userId} and kind = 'daily_summary'
      and is_enabled
      and summarised_day < ${$.day}::date
    returning user_id`,
);

/** Counts and sums the entries of a live account's range, by kind. */
export const sumEntries = many(
  'summary_totals',
  TOTAL,
  sql`select kind, count(*) as count, sum(amount_centavos)::bigint as total_centavos
    from ledger_entries
    where merchant_id = ${$.merchantId} and environment = 'live'
      and account = ${param('account', f.textOf<Account>())}
      and sequence between ${param('first', f.bigint)} and ${param('last', f.bigint)}
    group by kind`,
);
