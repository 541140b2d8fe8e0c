import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';

/** Why an address gets no more mails of a merchant. */
const STOP = { reason: f.textOf<'unsubscribed' | 'refused'>(), reply: f.orNull(f.text) };
export type MailStop = f.RecordOf<typeof STOP>;

const $ = paramsOf({ ...STOP, merchantId: f.uuid, digest: f.bytes, at: f.instant });
const OF_ADDRESS = sql`where merchant_id = ${$.merchantId} and address_digest = ${$.digest}`;

/** Why an address gets no more mails of a merchant; undefined if it does. */
export const selectStop = maybeOne(
  'payer_mail_stop_select',
  STOP,
  sql`select reason, reply from payer_mail_stops
    ${OF_ADDRESS}`,
);

/**
 * Sends the insert of a stop. A person who unsubscribes does so for good; a refusal of the server
 * may come after that.
 */
export const insertStop = send(
  'payer_mail_stop_insert',
  sql`insert into payer_mail_stops as s (merchant_id, address_digest, reason, reply, stopped_at)
    values (${$.merchantId}, ${$.digest}, ${$.reason}, ${$.reply}, ${$.at})
    on conflict (merchant_id, address_digest) do update
      set reason = excluded.reason, reply = null, stopped_at = excluded.stopped_at
      where s.reason = 'refused' and excluded.reason = 'unsubscribed'`,
);

/** Deletes the stop of an address that was refused. Returns 0 if there was none, else 1. */
export const deleteRefusal = countRows(
  'payer_mail_stop_delete_refusal',
  sql`delete from payer_mail_stops
    ${OF_ADDRESS} and reason = 'refused'
    returning merchant_id`,
);
