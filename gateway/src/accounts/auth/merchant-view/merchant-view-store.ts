import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { maybeOne, paramsOf, run, send, sql, valuesOf } from '#src/ground/database/sql.ts';

const VIEW = { sessionId: f.text, merchantId: f.uuid, expiresAt: f.instant };

const $ = paramsOf({ ...VIEW, userId: f.text, now: f.instant });

const deleteExpired = send(
  'merchant_views_delete_expired',
  sql`delete from merchant_views where expires_at <= ${$.now}`,
);
const open = send(
  'merchant_views_open',
  sql`insert into merchant_views (${f.columnsOf(VIEW)}) values (${valuesOf(VIEW)})
    on conflict (session_id) do update set merchant_id = excluded.merchant_id,
      expires_at = excluded.expires_at`,
);

/** Sends the insert of a session's view, which replaces an earlier view; deletes expired views. */
export function openView(
  tx: Transaction,
  view: f.GivenRecordOf<typeof VIEW> & { readonly now: number },
): void {
  deleteExpired(tx, view);
  open(tx, view);
}

/** Ends the view of a session, if it has one. */
export const closeView = run(
  'merchant_views_close',
  sql`delete from merchant_views where session_id = ${$.sessionId} returning merchant_id`,
);

/** Sends the delete of the views of all sessions of a user. */
export const closeViewsOfUser = send(
  'merchant_views_close_of_user',
  sql`delete from merchant_views
    where session_id in (select "id" from auth."session" where "userId" = ${$.userId})`,
);

/** The merchant of a session's view, and when the view ends; undefined after its end. */
export const selectView = maybeOne(
  'merchant_views_select',
  { merchantId: VIEW.merchantId, expiresAt: VIEW.expiresAt },
  sql`select merchant_id, expires_at from merchant_views
    where session_id = ${$.sessionId} and expires_at > ${$.now}`,
);
