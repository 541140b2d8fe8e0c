import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  maybeOne,
  paramsOf,
  send,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';

const NEW_LOG_IN = {
  deviceCodeSha256: f.bytes,
  userCodeSha256: f.bytes,
  clientName: f.text,
  address: f.text,
  createdAt: f.instant,
  expiresAt: f.instant,
};
const { clientName, address, expiresAt } = NEW_LOG_IN;
const APPROVAL = {
  merchantId: f.uuid,
  userId: f.text,
  memberRole: f.textOf<MemberRole>(),
  approvedFrom: f.text,
  environment: f.textOf<Environment>(),
  keyName: f.text,
};
const LOCKED_LOG_IN = {
  status: f.textOf<'waiting' | 'approved' | 'denied'>(),
  clientName,
  polledAt: f.orNull(f.instant),
  merchantId: f.orNull(APPROVAL.merchantId),
  userId: f.orNull(APPROVAL.userId),
  approvedFrom: f.orNull(APPROVAL.approvedFrom),
  environment: f.orNull(APPROVAL.environment),
  keyName: f.orNull(APPROVAL.keyName),
  /** null also if the member has left the team or has another role since. */
  email: f.orNull(f.text),
};
export type LockedDeviceLogIn = f.RecordOf<typeof LOCKED_LOG_IN>;

const $ = paramsOf({ ...NEW_LOG_IN, ...APPROVAL, now: f.instant });
const WAITING = sql`where user_code_sha256 = ${$.userCodeSha256} and status = 'waiting'
      and expires_at > ${$.now}`;

const purge = send(
  'device_log_ins_purge',
  sql`delete from auth.device_log_ins where expires_at <= ${$.now}`,
);
const insert = send(
  'device_log_in_insert',
  sql`insert into auth.device_log_ins
      (${f.columnsOf(NEW_LOG_IN)})
    values (${valuesOf(NEW_LOG_IN)})`,
);

/** Inserts a log-in that waits for a member, and deletes expired ones. */
export function insertDeviceLogIn(
  tx: Transaction,
  logIn: f.GivenRecordOf<typeof NEW_LOG_IN>,
): void {
  purge(tx, { now: logIn.createdAt });
  insert(tx, logIn);
}

/** The log-in that waits under a code; undefined for a wrong, used or expired code. */
export const selectWaiting = maybeOne(
  'device_log_in_waiting',
  { clientName, address, expiresAt },
  sql`select client_name, address, expires_at from auth.device_log_ins
    ${WAITING}`,
);

/** Marks a waiting log-in as approved. Returns 0 for a wrong, used or expired code, else 1. */
export const approveWaiting = countRows(
  'device_log_in_approve',
  sql`update auth.device_log_ins
    set status = 'approved', merchant_id = ${$.merchantId}, user_id = ${$.userId},
      member_role = ${$.memberRole}, approved_from = ${$.approvedFrom},
      environment = ${$.environment}, key_name = ${$.keyName}
    ${WAITING}
    returning client_name`,
);

/** Marks a waiting log-in as denied. Returns what the command said of its machine. */
export const denyWaiting = maybeOne(
  'device_log_in_deny',
  shaped({ clientName }, (row) => row.clientName),
  sql`update auth.device_log_ins set status = 'denied'
    ${WAITING}
    returning client_name`,
);

/** The log-in of a command, locked until the transaction ends; undefined if it has expired. */
export const lockDeviceLogIn = maybeOne(
  'device_log_in_lock',
  LOCKED_LOG_IN,
  sql`select d.status, d.client_name, d.polled_at, d.merchant_id, d.user_id, d.approved_from,
      d.environment, d.key_name, u."email"
    from auth.device_log_ins d
    left join auth.memberships ms on ms.merchant_id = d.merchant_id and ms.user_id = d.user_id
      and ms.role = d.member_role
    left join auth."user" u on u."id" = ms.user_id
    where d.device_code_sha256 = ${$.deviceCodeSha256} and d.expires_at > ${$.now} for update of d`,
);

export const setPolled = send(
  'device_log_in_polled',
  sql`update auth.device_log_ins set polled_at = ${$.now}
    where device_code_sha256 = ${$.deviceCodeSha256}`,
);

export const deleteDeviceLogIn = send(
  'device_log_in_delete',
  sql`delete from auth.device_log_ins where device_code_sha256 = ${$.deviceCodeSha256}`,
);
