import { readTxids } from '#src/charges/txids/find-by-txid.ts';
import type { ReadPixNames } from '#src/webhooks/pix-callbacks/write-pix-body.ts';
import { returnOf } from './pix-view.ts';
import { selectReturnsOf } from './returns-store.ts';

/**
 * Reads what call-backs show besides the events: the names that a merchant gave to its charges and
 * refunds. A refund is shown as GET /pix shows it.
 */
export const readPixNames: ReadPixNames = async (database, scope, payments) => {
  const { merchantId, environment } = scope;
  const own = payments.map((payment) => ({ merchantId, environment, ...payment }));
  const txids = await readTxids(database, own);
  const refunded = own.filter(({ hasRefunds }) => hasRefunds);
  const returns = await selectReturnsOf(database, refunded);
  const byRefund = new Map(returns.map((named) => [named.refundId, named]));
  return {
    charges: new Map(
      [...txids].map(([id, { txid, terms }]) => [id, { txid, pixKey: terms.chave }]),
    ),
    returnOf: (refund) => {
      const named = byRefund.get(refund.internal_id);
      return returnOf({ refund, returnName: named?.name, nature: named?.nature });
    },
  };
};
