import * as f from '../database/fields.ts';
import { many, param, paramsOf, send, sql } from '../database/sql.ts';
import { AUDIT_ENTRY, CHANGE } from './change.ts';

const $ = paramsOf({
  ...CHANGE,
  merchantId: f.orNull(f.uuid),
  actorId: f.orNull(f.text),
  fromId: f.uuid,
  limit: f.count,
});
// Null doesn't restrict the entries.
const USERNAME = param('username', f.orNull(f.text));
const ACTOR_NAME = param('actorName', f.orNull(f.text));
const ACTION = param('action', f.orNull(f.text));

/** Sends the insert of one entry of the audit log. The commit waits for it. */
export const insertChange = send(
  'audit_insert',
  sql`insert into audit_log (id, merchant_id, actor_kind, actor_id, actor_name, actor_address,
      action, subject, details, created_at)
    values (${$.id}, ${$.merchantId}, ${$.actorKind}, ${$.actorId}, ${$.actorName},
      ${$.actorAddress}, ${$.action}, ${$.subject}, ${$.details}, ${$.createdAt})`,
);

/**
 * Entries of the audit log, newest first. A filter that is null does not restrict them. `action` is
 * a whole action such as `webhook.created`, or its noun: `webhook`.
 */
export const selectChanges = many(
  'audit_select',
  AUDIT_ENTRY,
  sql`select a.id, m.username, a.actor_kind, a.actor_name, a.actor_address, a.action, a.subject,
      a.details, a.created_at
    from audit_log a left join merchants m on m.merchant_id = a.merchant_id
    where a.id < ${$.id.as('beforeId')} and a.id >= ${$.fromId}
      and (${$.merchantId}::uuid is null or a.merchant_id = ${$.merchantId})
      and (${USERNAME}::text is null
        or a.merchant_id = (select merchant_id from merchants where username = ${USERNAME}))
      and (${ACTOR_NAME}::text is null or a.actor_name = ${ACTOR_NAME})
      and (${ACTION}::text is null
        or split_part(a.action, '.', 1) = split_part(${ACTION}, '.', 1)
        and (a.action = ${ACTION} or starts_with(a.action, ${ACTION} || '.')))
    order by a.id desc limit ${$.limit}`,
);
