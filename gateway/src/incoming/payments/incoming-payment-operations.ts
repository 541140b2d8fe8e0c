import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery, DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { countSuspended } from './read-booked.ts';
import {
  assignIncomingPayment,
  listSuspended,
  markIncomingPaymentReturned,
} from './resolve-incoming-payment.ts';
import { suspendedPaymentView } from './suspended-payment.ts';
import {
  listAssignments,
  type UnassignDeps,
  unassignIncomingPayment,
} from './unassign-incoming-payment.ts';
import { unreadablePaymentView } from './unreadable-payment.ts';
import { listUnreadable, resolveUnreadable } from './unreadable-payments.ts';

const { operation, listOf } = operationsOf<DatabaseAndClock & UnassignDeps>();

const LIMIT_DEFAULT = 20;
const Centavos = Type.Integer({ description: 'Centavos.' });
const PaymentParams = Type.Object({ end_to_end_id: Type.String({ maxLength: 64 }) });

const SuspendedIncomingPayment = Type.Object({
  end_to_end_id: Type.String(),
  bank: Type.String(),
  txid: NullableText,
  amount: Type.Integer({ description: 'Centavos.' }),
  reason: oneOf([
    'unknown_charge',
    'amount_differs',
    'already_paid',
    'another_key',
    'amount_unconfirmed',
  ]),
  charge_id: NullableText,
  received_at: Type.String(),
});

const AssignmentView = Type.Object({
  end_to_end_id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  received_at: Type.String(),
  assigned_at: Type.String(),
});

const Unreadable = Type.Object({
  bank: Type.String(),
  item: Type.String({ description: 'O EndToEndId, ou o resumo de um item sem ele.' }),
  reason: Type.String(),
  first_seen_at: Type.String(),
  last_seen_at: Type.String(),
});

/**
 * The operators' operations on payments in suspense, on their assignments to merchants, and on
 * payments that the bank lists in an unknown form.
 */
export const incomingPaymentOperations = [
  operation({
    at: 'GET /incoming-payments',
    operator: { id: 'listSuspendedIncomingPayments', access: operatorRules.read },
    query: CursorQuery,
    answer: [
      200,
      Type.Object({ data: Type.Array(SuspendedIncomingPayment), next_cursor: NullableText }),
    ],
    run: async ({ deps, query: { cursor, limit = LIMIT_DEFAULT } }) => {
      const { rows, next } = await listSuspended(deps.database, { after: cursor, limit });
      return { data: rows.map(suspendedPaymentView), next_cursor: next };
    },
  }),
  operation({
    at: 'GET /incoming-payments/count',
    operator: { id: 'countSuspendedIncomingPayments', access: operatorRules.read },
    answer: [200, Type.Object({ count: Type.Integer({ description: 'Até 1000.' }) })],
    run: async ({ deps }) => ({ count: await countSuspended(deps.database) }),
  }),
  operation({
    at: 'POST /incoming-payments/:end_to_end_id/assign',
    operator: { id: 'assignIncomingPayment', access: operatorRules.money },
    params: PaymentParams,
    body: Type.Object({ username: Type.String({ maxLength: 64 }), code: OptionalCode }),
    answer: [200, Done],
    refuses: [
      'incoming_payment_not_found',
      'incoming_payment_partly_returned',
      'merchant_not_found',
      'sandbox_forbidden',
    ],
    run: async ({ deps, by, params: { end_to_end_id: endToEndId }, body }) => {
      const username = body.username.trim().toLowerCase();
      await assignIncomingPayment(deps, { endToEndId, username }, by);
      return DONE;
    },
  }),
  operation({
    at: 'POST /incoming-payments/:end_to_end_id/return',
    operator: { id: 'returnIncomingPayment', access: operatorRules.money },
    params: PaymentParams,
    body: CodeOnly,
    answer: [200, Done],
    refuses: ['incoming_payment_not_found'],
    run: async ({ deps, by, params }) => {
      await markIncomingPaymentReturned(deps, params.end_to_end_id, by);
      return DONE;
    },
  }),
  listOf({
    at: 'GET /incoming-payments/assigned',
    operator: { id: 'listAssignedIncomingPayments', access: operatorRules.read },
    query: CursorQuery,
    page: Type.Object({ data: Type.Array(AssignmentView), next_cursor: NullableText }),
    select: ({ deps }, place) => listAssignments(deps.database, place),
    view: ({ endToEndId, username, amount, receivedAt, assignedAt }) => ({
      end_to_end_id: endToEndId,
      username,
      amount: centavosToJson(amount),
      received_at: isoTime(receivedAt),
      assigned_at: isoTime(assignedAt),
    }),
  }),
  operation({
    at: 'POST /incoming-payments/:end_to_end_id/unassign',
    operator: { id: 'unassignIncomingPayment', access: operatorRules.money },
    params: PaymentParams,
    body: Type.Object({
      reason: Type.String({ format: 'name', description: 'Por quê; o lojista lê.' }),
      code: OptionalCode,
    }),
    answer: [200, Type.Object({ amount: Centavos, debt_amount: Centavos })],
    refuses: ['assignment_not_found'],
    run: async ({ deps, by, params: { end_to_end_id: endToEndId }, body }) => {
      const undone = { endToEndId, reason: body.reason.trim() };
      const { amount, debt } = await unassignIncomingPayment(deps, undone, by);
      return { amount: centavosToJson(amount), debt_amount: centavosToJson(debt) };
    },
  }),
  operation({
    at: 'GET /unreadable-incoming-payments',
    operator: { id: 'listUnreadableIncomingPayments', access: operatorRules.read },
    answer: [200, Type.Object({ data: Type.Array(Unreadable) })],
    run: async ({ deps }) => ({
      data: (await listUnreadable(deps.database)).map(unreadablePaymentView),
    }),
  }),
  operation({
    at: 'POST /unreadable-incoming-payments/:bank/:item/resolve',
    operator: { id: 'resolveUnreadableIncomingPayment', access: operatorRules.books },
    params: Type.Object({
      bank: Type.String({ maxLength: 32 }),
      item: Type.String({ maxLength: 64 }),
    }),
    answer: [200, Done],
    refuses: ['incoming_payment_not_found'],
    run: async ({ deps, by, params }) => {
      await resolveUnreadable(deps, params, by);
      return DONE;
    },
  }),
];
