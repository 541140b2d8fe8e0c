import { accountsCodes } from './accounts/codes.ts';
import { apiPixCodes } from './api-pix/codes.ts';
import { bankCodes } from './bank/codes.ts';
import { chargesCodes } from './charges/codes.ts';
import { disputesCodes } from './disputes/codes.ts';
import { groundCodes } from './ground/codes.ts';
import type { Problem } from './ground/errors/problem.ts';
import type { WorkKindRules } from './ground/room-codes.ts';
import { hostCodes } from './host/codes.ts';
import { incomingCodes } from './incoming/codes.ts';
import { ledgerCodes } from './ledger/codes.ts';
import { messagesCodes } from './messages/codes.ts';
import { moneyOutCodes } from './money-out/codes.ts';
import { reportsCodes } from './reports/codes.ts';
import { subscriptionsCodes } from './subscriptions/codes.ts';
import { testWorldCodes } from './test-world/codes.ts';
import { webhooksCodes } from './webhooks/codes.ts';

/**
 * The codes of all rooms. The ground makes refusals, writes the audit log and sets work aside for
 * every room, so it reads this file, the only one above the rooms that a room imports
 * (docs/decisions/0033-codes-belong-to-their-rooms.md).
 */
const ALL = [
  groundCodes,
  bankCodes,
  ledgerCodes,
  accountsCodes,
  webhooksCodes,
  chargesCodes,
  subscriptionsCodes,
  moneyOutCodes,
  disputesCodes,
  apiPixCodes,
  incomingCodes,
  messagesCodes,
  reportsCodes,
  testWorldCodes,
  hostCodes,
] as const;

type Codes = (typeof ALL)[number];
type KeyOf<Value> = Value extends unknown ? keyof Value & string : never;

export type ProblemCode = KeyOf<Codes['problems']>;
export type AuditAction = Codes['auditActions'][number];
export type WorkKind = KeyOf<Codes['workKinds']>;

/** Every refusal the gateway knows, by its code. */
export const problems: Readonly<Record<ProblemCode, Problem>> = Object.assign(
  {},
  ...ALL.map((codes) => codes.problems),
);

/** Every action of the audit log, in the order of the names. */
export const auditActions: readonly AuditAction[] = ALL.flatMap<AuditAction>(
  (codes) => codes.auditActions,
).toSorted();

/** Every kind of due work, in the order of the names. */
export const workKinds: Readonly<Record<WorkKind, WorkKindRules>> = Object.assign(
  {},
  ...ALL.map((codes) => codes.workKinds),
);
