import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const OPEN = {
  name: 'merchant_views_open',
  text: `insert into merchant_views (session_id, merchant_id, expires_at) values ($1, $2, $3)
    on conflict (session_id) do update set merchant_id = excluded.merchant_id,
      expires_at = excluded.expires_at`,
  place: 'anywhere',
} as const;
const DELETE_EXPIRED = {
  name: 'merchant_views_delete_expired',
  text: 'delete from merchant_views where expires_at <= $1',
};
const CLOSE = {
  name: 'merchant_views_close',
  text: 'delete from merchant_views where session_id = $1 returning merchant_id',
};
const CLOSE_OF_USER = {
  name: 'merchant_views_close_of_user',
  text: `delete from merchant_views
    where session_id in (select "id" from auth."session" where "userId" = $1)`,
};
const SELECT = {
  name: 'merchant_views_select',
  text: `select merchant_id, expires_at from merchant_views
    where session_id = $1 and expires_at > $2`,
};

/** The view of a session: its merchant, and when the view ends. */
export interface MerchantViewRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly expires_at: number;
}

/** Sends the insert of a session's view, which replaces an earlier view; deletes expired views. */
export function openView(
  tx: Transaction,
  sessionId: string,
  view: { readonly merchantId: string; readonly expiresAt: number; readonly now: number },
): void {
  tx.send(DELETE_EXPIRED, [new Date(view.now)]);
  tx.send(OPEN, [sessionId, view.merchantId, new Date(view.expiresAt)]);
}

/** Ends the view of a session; returns its merchant's id, undefined if there was no view. */
export async function closeView(tx: Transaction, sessionId: string): Promise<string | undefined> {
  return (await tx.query<{ merchant_id: string }>(CLOSE, [sessionId]))[0]?.merchant_id;
}

/** Sends the delete of the views of all sessions of a user. */
export function closeViewsOfUser(tx: Transaction, userId: string): void {
  tx.send(CLOSE_OF_USER, [userId]);
}

/** The view of a session, if it has not expired. */
export async function selectView(
  database: Queryable,
  sessionId: string,
  now: number,
): Promise<MerchantViewRow | undefined> {
  return (await database.query<MerchantViewRow>(SELECT, [sessionId, new Date(now)]))[0];
}
