import { accountsRoom } from './accounts/room.ts';
import { apiPixRoom } from './api-pix/room.ts';
import { bankRoom } from './bank/room.ts';
import { chargesRoom } from './charges/room.ts';
import { disputesRoom } from './disputes/room.ts';
import type { Problem } from './ground/errors/problem.ts';
import { groundRoom } from './ground/room.ts';
import type { WorkKindRules } from './ground/room-codes.ts';
import { hostRoom } from './host/room.ts';
import { incomingRoom } from './incoming/room.ts';
import { ledgerRoom } from './ledger/room.ts';
import { messagesRoom } from './messages/room.ts';
import { moneyOutRoom } from './money-out/room.ts';
import { reportsRoom } from './reports/room.ts';
import type { Load, Room } from './room.ts';
import { subscriptionsRoom } from './subscriptions/room.ts';
import { testWorldRoom } from './test-world/room.ts';
import { webhooksRoom } from './webhooks/room.ts';

const LISTED = [
  chargesRoom,
  subscriptionsRoom,
  moneyOutRoom,
  apiPixRoom,
  disputesRoom,
  ledgerRoom,
  accountsRoom,
  webhooksRoom,
  incomingRoom,
  messagesRoom,
  reportsRoom,
  testWorldRoom,
  hostRoom,
  bankRoom,
  groundRoom,
] as const;

type Codes = (typeof LISTED)[number]['codes'];
type KeyOf<Value> = Value extends unknown ? keyof Value & string : never;

export type ProblemCode = KeyOf<Codes['problems']>;
export type AuditAction = Codes['auditActions'][number];
export type WorkKind = KeyOf<Codes['workKinds']>;

/**
 * The rooms: the only list of them. Its order is the order of routes in the API document. The
 * ground makes refusals, writes the audit log and sets work aside for every room, so it reads their
 * codes here (docs/decisions/0033-a-room-is-one-record.md).
 */
export const ROOMS: readonly Room[] = LISTED;

/** Every refusal the gateway knows, by its code. */
export const problems: Readonly<Record<ProblemCode, Problem>> = Object.assign(
  {},
  ...LISTED.map(({ codes }) => codes.problems),
);

/** Every action of the audit log, in the order of the names. */
export const auditActions: readonly AuditAction[] = LISTED.flatMap<AuditAction>(
  ({ codes }) => codes.auditActions,
).toSorted();

/** Every kind of due work, in the order of the names. */
export const workKinds: Readonly<Record<WorkKind, WorkKindRules>> = Object.assign(
  {},
  ...LISTED.map(({ codes }) => codes.workKinds),
);

/** Loads a part of all rooms that have it, in the order of the rooms. */
export function loadParts<Part>(
  rooms: readonly Room[],
  partOf: (room: Room) => Load<Part> | undefined,
): Promise<readonly Part[]> {
  return Promise.all(rooms.flatMap((room) => partOf(room)?.() ?? []));
}
