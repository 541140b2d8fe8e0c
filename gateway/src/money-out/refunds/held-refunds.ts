import { heldOrdersOf } from '#src/bank/orders/held-orders.ts';
import { failUnsent } from '#src/bank/orders/withdrawn-orders.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { REFUND_ORDERS } from './due-refund-store.ts';
import { settleRefunds } from './settle-refunds.ts';

/** Held refunds. A cancelled one gives the amounts back to the merchants that bear it. */
export const heldRefunds = heldOrdersOf<DatabaseAndClock>(REFUND_ORDERS, {
  failure: {
    code: 'cancelled_by_operator',
    message: 'A devolução foi cancelada pela operação da plataforma antes de sair.',
  },
  fail: ({ clock }, tx, unsent) => {
    const now = clock.now();
    return failUnsent(tx, REFUND_ORDERS, { unsent, at: new Date(now) }, (failed) =>
      settleRefunds(
        tx,
        failed.map((refund) => ({ ...refund, returnId: null })),
        now,
      ),
    );
  },
});
