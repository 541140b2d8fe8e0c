import * as f from '#src/ground/database/fields.ts';
import { maybeOne, paramsOf, run, shaped, sql, valuesOf } from '#src/ground/database/sql.ts';

/** A member of a merchant, the environment whose notices it reads, and until when it has. */
const VISIT = {
  merchantId: f.SCOPE.merchantId,
  userId: f.text,
  environment: f.SCOPE.environment,
  seenUntil: f.instant,
};

const $ = paramsOf(VISIT);

/** The instant up to which a member has seen an environment's notices; undefined if never. */
export const selectSeenUntil = maybeOne(
  'notice_visit_select',
  shaped({ seenUntil: VISIT.seenUntil }, ({ seenUntil }) => seenUntil),
  sql`select seen_until from notice_visits
    where merchant_id = ${$.merchantId} and user_id = ${$.userId}
      and environment = ${$.environment}`,
);

/** Saves the instant up to which a member has seen an environment's notices; never lowers it. */
export const saveSeenUntil = run(
  'notice_visit_save',
  sql`insert into notice_visits as v (${f.columnsOf(VISIT)})
    values (${valuesOf(VISIT)})
    on conflict (merchant_id, user_id, environment) do update
      set seen_until = greatest(v.seen_until, excluded.seen_until)`,
);
