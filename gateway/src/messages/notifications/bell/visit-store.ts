import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const SELECT = {
  name: 'notice_visit_select',
  text: `select seen_until from notice_visits
    where merchant_id = $1 and user_id = $2 and environment = $3`,
};
const SAVE = {
  name: 'notice_visit_save',
  text: `insert into notice_visits as v (merchant_id, user_id, environment, seen_until)
    values ($1, $2, $3, $4)
    on conflict (merchant_id, user_id, environment) do update
      set seen_until = greatest(v.seen_until, excluded.seen_until)`,
};

/** A member of a merchant, and the environment whose notices it reads. */
export interface NoticeReader extends LedgerScope {
  readonly userId: string;
}

/** The instant up to which a member has seen an environment's notices; undefined if never. */
export async function selectSeenUntil(
  database: Queryable,
  { merchantId, userId, environment }: NoticeReader,
): Promise<number | undefined> {
  const values = [merchantId, userId, environment];
  return (await database.query<{ seen_until: number }>(SELECT, values))[0]?.seen_until;
}

/** Saves the instant up to which a member has seen an environment's notices; never lowers it. */
export async function saveSeenUntil(
  database: Queryable,
  { merchantId, userId, environment }: NoticeReader,
  until: number,
): Promise<void> {
  await database.query(SAVE, [merchantId, userId, environment, new Date(until)]);
}
