import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const PURGE = {
  name: 'device_log_ins_purge',
  text: 'delete from auth.device_log_ins where expires_at <= $1',
};
const INSERT = {
  name: 'device_log_in_insert',
  text: `insert into auth.device_log_ins
      (device_code_sha256, user_code_sha256, client_name, address, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const SELECT_WAITING = {
  name: 'device_log_in_waiting',
  text: `select client_name, address, expires_at from auth.device_log_ins
    where user_code_sha256 = $1 and status = 'waiting' and expires_at > $2`,
};
const APPROVE = {
  name: 'device_log_in_approve',
  text: `update auth.device_log_ins
    set status = 'approved', merchant_id = $3, user_id = $4, member_role = $5, approved_from = $6,
      environment = $7, key_name = $8
    where user_code_sha256 = $1 and status = 'waiting' and expires_at > $2
    returning client_name`,
};
const DENY = {
  name: 'device_log_in_deny',
  text: `update auth.device_log_ins set status = 'denied'
    where user_code_sha256 = $1 and status = 'waiting' and expires_at > $2
    returning client_name`,
};
const LOCK = {
  name: 'device_log_in_lock',
  text: `select d.status, d.client_name, d.polled_at, d.merchant_id, d.user_id, d.approved_from,
      d.environment, d.key_name, u."email"
    from auth.device_log_ins d
    left join auth.memberships ms on ms.merchant_id = d.merchant_id and ms.user_id = d.user_id
      and ms.role = d.member_role
    left join auth."user" u on u."id" = ms.user_id
    where d.device_code_sha256 = $1 and d.expires_at > $2 for update of d`,
};
const SET_POLLED = {
  name: 'device_log_in_polled',
  text: 'update auth.device_log_ins set polled_at = $2 where device_code_sha256 = $1',
};
const DELETE = {
  name: 'device_log_in_delete',
  text: 'delete from auth.device_log_ins where device_code_sha256 = $1',
};

export interface NewDeviceLogIn {
  readonly deviceCodeSha256: Buffer;
  readonly userCodeSha256: Buffer;
  readonly clientName: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Inserts a log-in that waits for a member, and deletes expired ones. */
export function insertDeviceLogIn(tx: Transaction, logIn: NewDeviceLogIn): void {
  const { deviceCodeSha256, userCodeSha256, clientName, address } = logIn;
  const [createdAt, expiresAt] = [new Date(logIn.createdAt), new Date(logIn.expiresAt)];
  tx.send(PURGE, [createdAt]);
  tx.send(INSERT, [deviceCodeSha256, userCodeSha256, clientName, address, createdAt, expiresAt]);
}

export interface WaitingDeviceLogIn extends Record<string, unknown> {
  readonly client_name: string;
  readonly address: string;
  readonly expires_at: number;
}

/** The log-in that waits under a code; undefined for a wrong, used or expired code. */
export async function selectWaiting(
  database: Queryable,
  userCodeSha256: Buffer,
  now: number,
): Promise<WaitingDeviceLogIn | undefined> {
  const found = await database.query<WaitingDeviceLogIn>(SELECT_WAITING, [
    userCodeSha256,
    new Date(now),
  ]);
  return found[0];
}

export interface Approval {
  readonly merchantId: string;
  readonly userId: string;
  readonly memberRole: MemberRole;
  readonly address: string;
  readonly environment: Environment;
  readonly keyName: string;
}

/** Marks a waiting log-in as approved. Returns false for a wrong, used or expired code. */
export async function approveWaiting(
  tx: Transaction,
  userCodeSha256: Buffer,
  by: Approval,
  now: number,
): Promise<boolean> {
  const { merchantId, userId, memberRole, address, environment, keyName } = by;
  const values = [merchantId, userId, memberRole, address, environment, keyName];
  return (await tx.query(APPROVE, [userCodeSha256, new Date(now), ...values])).length === 1;
}

/** Marks a waiting log-in as denied. Returns what the command said of its machine. */
export async function denyWaiting(
  tx: Transaction,
  userCodeSha256: Buffer,
  now: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ client_name: string }>(DENY, [userCodeSha256, new Date(now)]);
  return row?.client_name;
}

export interface LockedDeviceLogIn extends Record<string, unknown> {
  readonly status: 'waiting' | 'approved' | 'denied';
  readonly client_name: string;
  readonly polled_at: number | null;
  readonly merchant_id: string | null;
  readonly user_id: string | null;
  readonly approved_from: string | null;
  readonly environment: Environment | null;
  readonly key_name: string | null;
  /** null also if the member has left the team or has another role since. */
  readonly email: string | null;
}

/** The log-in of a command, locked until the transaction ends; undefined if it has expired. */
export async function lockDeviceLogIn(
  tx: Transaction,
  deviceCodeSha256: Buffer,
  now: number,
): Promise<LockedDeviceLogIn | undefined> {
  return (await tx.query<LockedDeviceLogIn>(LOCK, [deviceCodeSha256, new Date(now)]))[0];
}

export function setPolled(tx: Transaction, deviceCodeSha256: Buffer, now: number): void {
  tx.send(SET_POLLED, [deviceCodeSha256, new Date(now)]);
}

export function deleteDeviceLogIn(tx: Transaction, deviceCodeSha256: Buffer): void {
  tx.send(DELETE, [deviceCodeSha256]);
}
