import { accountsOperations } from '#src/accounts/operations.ts';
import { chargesOperations } from '#src/charges/operations.ts';
import { disputesOperations } from '#src/disputes/operations.ts';
import type { Operation } from '#src/ground/http/operation.ts';
import { incomingOperations } from '#src/incoming/operations.ts';
import { messagesOperations } from '#src/messages/operations.ts';
import { moneyOutOperations } from '#src/money-out/operations.ts';
import { reportsOperations } from '#src/reports/operations.ts';
import { subscriptionsOperations } from '#src/subscriptions/operations.ts';
import { webhooksOperations } from '#src/webhooks/operations.ts';

/** The operations of all rooms that describe theirs. */
export const OPERATIONS: readonly Operation<never>[] = [
  // The documents of the API have the codes of executions; the access rules need none.
  ...accountsOperations([]),
  ...chargesOperations,
  ...disputesOperations,
  ...messagesOperations,
  ...incomingOperations,
  ...moneyOutOperations,
  ...reportsOperations,
  ...subscriptionsOperations,
  ...webhooksOperations,
];
