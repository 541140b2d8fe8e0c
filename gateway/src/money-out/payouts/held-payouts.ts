import { heldOrdersOf } from '#src/bank/orders/held-orders.ts';
import { PAYOUT_ORDERS } from './due-payout-store.ts';
import { failUnsentPayouts } from './fail-unsent-payouts.ts';

/** Held payouts. A cancelled one gives its merchant amount and fee back, and `payout.failed`. */
export const heldPayouts = heldOrdersOf(PAYOUT_ORDERS, {
  failure: {
    code: 'cancelled_by_operator',
    message: 'O saque foi cancelado pela operação da plataforma antes de sair.',
  },
  fail: failUnsentPayouts,
});
