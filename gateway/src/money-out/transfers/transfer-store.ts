import * as f from '#src/ground/database/fields.ts';
import { many, mergedBy, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import type { Transfer } from './transfer.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
const TRANSFER = {
  ...KEY,
  recipientId: f.uuid,
  amount: f.inColumn('amount_centavos', f.centavos),
  description: f.orNull(f.text),
  createdAt: f.instant,
};
const NAMES = {
  senderUsername: f.text,
  senderName: f.text,
  recipientUsername: f.text,
  recipientName: f.text,
};
const NAMED_TRANSFER = shaped(
  { ...TRANSFER, ...NAMES },
  ({ senderUsername, senderName, recipientId, recipientUsername, recipientName, ...row }) =>
    ({
      ...row,
      sender: { merchantId: row.merchantId, username: senderUsername, name: senderName },
      recipient: { merchantId: recipientId, username: recipientUsername, name: recipientName },
    }) satisfies Transfer,
);

const $ = paramsOf({ ...TRANSFER, limit: f.count });
const BEFORE = sql`and environment = ${$.environment} and id < ${$.id.as('beforeId')}
        order by id desc limit ${$.limit}`;
const COLUMNS = `t.*, s.username as sender_username, s.name as sender_name,
      r.username as recipient_username, r.name as recipient_name`;
const JOIN_MERCHANTS = `join merchants s on s.merchant_id = t.merchant_id
    join merchants r on r.merchant_id = t.recipient_id`;

/** Sends the insert of a transfer. */
export const insertTransfer = send(
  'transfer_insert',
  sql`insert into transfers (merchant_id, environment, id, recipient_id, amount_centavos,
      description, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.recipientId}, ${$.amount},
      ${$.description}, ${$.createdAt})`,
);

/**
 * The transfers that a scope sent and received, newest first. Each side has its own index: a page
 * of each is read, and the two are merged.
 */
export const selectTransfers = many(
  'transfers_select_page',
  NAMED_TRANSFER,
  sql`select ${COLUMNS}
    from (
      (select * from transfers where merchant_id = ${$.merchantId} ${BEFORE})
      union all
      (select * from transfers where recipient_id = ${$.merchantId} ${BEFORE})
    ) t
    ${JOIN_MERCHANTS}
    order by t.id desc limit ${$.limit}`,
  mergedBy('id', 'descending', $.limit),
);

/** Transfers by the keys of their senders, in no order. */
export const selectSentTransfers = many(
  'transfers_select_sent',
  NAMED_TRANSFER,
  sql`select ${COLUMNS}
    from ${rowsOf('keys', 'key', KEY)}
    join transfers t
      on (t.merchant_id, t.environment, t.id) = (key.merchant_id, key.environment, key.id)
    ${JOIN_MERCHANTS}`,
);
