import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const DUE = {
  name: 'summaries_due',
  text: `select p.merchant_id, p.user_id, u."email",
      u."emailVerified" as is_confirmed
    from notification_preferences p join auth."user" u on u."id" = p.user_id
    where p.kind = 'daily_summary' and p.is_enabled and p.summarised_day < $1::date
    order by p.summarised_day, p.merchant_id, p.user_id limit $2`,
};
const CLAIM = {
  name: 'summary_claim',
  text: `update notification_preferences set summarised_day = $3::date
    where merchant_id = $1 and user_id = $2 and kind = 'daily_summary' and is_enabled
      and summarised_day < $3::date
    returning user_id`,
};

export interface DueSummaryRow extends Record<string, unknown> {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly email: string;
  readonly is_confirmed: boolean;
}

/** Members who want summaries and have none of a day, the longest waiting first. */
export function selectDueSummaries(
  database: Queryable,
  day: string,
  limit: number,
): Promise<DueSummaryRow[]> {
  return database.query<DueSummaryRow>(DUE, [day, limit]);
}

/** Claims the summary of a day for a member. Returns false if another worker has written it. */
export async function claimSummary(
  tx: Transaction,
  { merchant_id: merchantId, user_id: userId }: Pick<DueSummaryRow, 'merchant_id' | 'user_id'>,
  day: string,
): Promise<boolean> {
  return (await tx.query(CLAIM, [merchantId, userId, day])).length === 1;
}
