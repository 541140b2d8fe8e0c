import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const SELECT = {
  name: 'notice_visit_select',
  text: `select seen_until from notice_visits where user_id = $1 and environment = $2`,
};
const SAVE = {
  name: 'notice_visit_save',
  text: `insert into notice_visits as v (user_id, environment, seen_until) values ($1, $2, $3)
    on conflict (user_id, environment) do update
      set seen_until = greatest(v.seen_until, excluded.seen_until)`,
};

/** The instant up to which a user has seen an environment's notices; undefined if never. */
export async function selectSeenUntil(
  database: Queryable,
  userId: string,
  environment: Environment,
): Promise<number | undefined> {
  const values = [userId, environment];
  return (await database.query<{ seen_until: number }>(SELECT, values))[0]?.seen_until;
}

/** Saves the instant up to which a user has seen an environment's notices; never lowers it. */
export async function saveSeenUntil(
  database: Queryable,
  visit: { readonly userId: string; readonly environment: Environment; readonly until: number },
): Promise<void> {
  const { userId, environment, until } = visit;
  await database.query(SAVE, [userId, environment, new Date(until)]);
}
