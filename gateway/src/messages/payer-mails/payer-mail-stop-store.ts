import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant } from '#src/ground/database/statement-place.ts';
import type { PayerAddress } from './payer-address.ts';

const SELECT = {
  name: 'payer_mail_stop_select',
  text: `select reason, reply from payer_mail_stops
    where merchant_id = $1 and address_digest = $2`,
};
// A person who unsubscribes does so for good; a refusal of the server may come after that.
const INSERT = {
  name: 'payer_mail_stop_insert',
  place: bucketOfMerchant(1),
  text: `insert into payer_mail_stops as s (merchant_id, address_digest, reason, reply, stopped_at)
    values ($1, $2, $3, $4, $5)
    on conflict (merchant_id, address_digest) do update
      set reason = excluded.reason, reply = null, stopped_at = excluded.stopped_at
      where s.reason = 'refused' and excluded.reason = 'unsubscribed'`,
};

const DELETE_REFUSAL = {
  name: 'payer_mail_stop_delete_refusal',
  text: `delete from payer_mail_stops
    where merchant_id = $1 and address_digest = $2 and reason = 'refused'
    returning merchant_id`,
};

/** Why an address gets no more mails of a merchant. */
export interface MailStop {
  readonly reason: 'unsubscribed' | 'refused';
  readonly reply: string | null;
}

/** Why an address gets no more mails of a merchant; undefined if it does. */
export async function selectStop(
  database: Queryable,
  { merchantId, digest }: PayerAddress,
): Promise<MailStop | undefined> {
  const values = [merchantId, digest];
  const [row] = await database.query<MailStop & Record<string, unknown>>(SELECT, values);
  return row;
}

/** Sends the insert of a stop. */
export function insertStop(
  tx: Transaction,
  { merchantId, digest }: PayerAddress,
  { reason, reply }: MailStop,
  at: Date,
): void {
  tx.send(INSERT, [merchantId, digest, reason, reply, at]);
}

/** Deletes the stop of an address that was refused. Returns whether there was one. */
export async function deleteRefusal(
  tx: Transaction,
  { merchantId, digest }: PayerAddress,
): Promise<boolean> {
  return (await tx.query(DELETE_REFUSAL, [merchantId, digest])).length > 0;
}
