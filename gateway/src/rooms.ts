import { accountsRoom } from './accounts/room.ts';
import { apiPixRoom } from './api-pix/room.ts';
import { bankExamRoom } from './bank/exam/room.ts';
import { bankRoom } from './bank/room.ts';
import { chargeBatchesRoom } from './charges/batches/room.ts';
import { paymentLinksRoom } from './charges/links/room.ts';
import { chargesRoom } from './charges/room.ts';
import { disputeFilesRoom } from './disputes/files/room.ts';
import { disputesRoom } from './disputes/room.ts';
import type { Problem } from './ground/errors/problem.ts';
import { groundRoom } from './ground/room.ts';
import type { WorkKindRules } from './ground/room-codes.ts';
import { hostRoom } from './host/room.ts';
import { incomingRoom } from './incoming/room.ts';
import { ledgerRoom } from './ledger/room.ts';
import { payerMailsRoom } from './messages/payer-mails/room.ts';
import { messagesRoom } from './messages/room.ts';
import { statusRoom } from './messages/status/room.ts';
import { payoutBatchesRoom } from './money-out/payouts/batches/room.ts';
import { moneyOutRoom } from './money-out/room.ts';
import { closingMailsRoom } from './reports/closing-mails/room.ts';
import { customersRoom } from './reports/customers/room.ts';
import { requestRecordsRoom } from './reports/request-records/room.ts';
import { reportsRoom } from './reports/room.ts';
import type { Load, Room } from './room.ts';
import { subscriptionsRoom } from './subscriptions/room.ts';
import { testWorldRoom } from './test-world/room.ts';
import { webhookExamsRoom } from './webhooks/exams/room.ts';
import { webhooksRoom } from './webhooks/room.ts';

const LISTED = [
  chargesRoom,
  paymentLinksRoom,
  chargeBatchesRoom,
  subscriptionsRoom,
  moneyOutRoom,
  payoutBatchesRoom,
  apiPixRoom,
  disputesRoom,
  disputeFilesRoom,
  ledgerRoom,
  accountsRoom,
  webhooksRoom,
  webhookExamsRoom,
  incomingRoom,
  messagesRoom,
  payerMailsRoom,
  statusRoom,
  reportsRoom,
  closingMailsRoom,
  customersRoom,
  requestRecordsRoom,
  testWorldRoom,
  hostRoom,
  bankRoom,
  bankExamRoom,
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
 * codes here (docs/decisions/0033-a-room-is-one-record.md). An option of a room has a record of its
 * own, so that a gateway can be started without it; leave one out only while it has no rows.
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
