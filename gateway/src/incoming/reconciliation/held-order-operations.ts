import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { acknowledgeLatePayment } from '#src/ledger/acknowledge-late-payment.ts';
import { listUnseenLatePayments } from '#src/ledger/late-payments.ts';
import type { SettleDeps } from '#src/money-out/payouts/settle-payouts.ts';
import { decideHeldOrder, listHeldOrders } from './held-orders.ts';

const { operation } = operationsOf<SettleDeps>();

const LATE_SHOWN_MAX = 500;
const Centavos = Type.Integer({ description: 'Centavos.' });
const Kind = oneOf(['payout', 'refund']);

const HeldOrderView = Type.Object({
  kind: Kind,
  id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  created_at: Type.String(),
  held_at: Type.String(),
});

const LatePaymentView = Type.Object({
  kind: Kind,
  id: Type.String(),
  amount: Centavos,
  debt_amount: Centavos,
  found_at: Type.String(),
});

/** The operators' operations on held payouts and refunds, and on late payments. */
export const heldOrderOperations = [
  operation({
    at: 'GET /held-orders',
    operator: { id: 'listHeldOrders', access: operatorRules.read },
    answer: [200, Type.Object({ data: Type.Array(HeldOrderView) })],
    run: async ({ deps }) => ({
      data: (await listHeldOrders(deps.database)).map(
        ({ kind, id, username, amount, createdAt, heldAt }) => ({
          kind,
          id,
          username,
          amount: centavosToJson(amount),
          created_at: isoTime(createdAt),
          held_at: isoTime(heldAt),
        }),
      ),
    }),
  }),
  operation({
    at: 'POST /held-orders/:kind/:id/:decision',
    operator: { id: 'decideHeldOrder', access: operatorRules.money },
    params: Type.Object({
      kind: Kind,
      ...IdParams.properties,
      decision: oneOf(['release', 'cancel']),
    }),
    notFound: 'held_order_not_found',
    body: CodeOnly,
    answer: [200, Done],
    run: async ({ deps, by, params }) => {
      await decideHeldOrder(deps, params, by);
      return DONE;
    },
  }),
  operation({
    at: 'GET /late-payments',
    operator: { id: 'listLatePayments', access: operatorRules.read },
    answer: [200, Type.Object({ data: Type.Array(LatePaymentView) })],
    run: async ({ deps }) => ({
      data: (await listUnseenLatePayments(deps.database, LATE_SHOWN_MAX)).map((late) => ({
        kind: late.kind,
        id: late.id,
        amount: centavosToJson(late.amount),
        debt_amount: centavosToJson(late.debt),
        found_at: isoTime(late.foundAt),
      })),
    }),
  }),
  operation({
    at: 'POST /late-payments/:id/seen',
    operator: { id: 'acknowledgeLatePayment', access: operatorRules.books },
    params: IdParams,
    notFound: 'late_payment_not_found',
    answer: [200, Done],
    run: async ({ deps, by, params: { id } }) => {
      await acknowledgeLatePayment(deps, id, by);
      return DONE;
    },
  }),
];
