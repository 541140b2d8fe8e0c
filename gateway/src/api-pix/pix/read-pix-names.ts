import { readCharges } from '#src/charges/read-charges.ts';
import { type NamedCharge, readTxids, withTxids } from '#src/charges/txids/find-by-txid.ts';
import { readReturnsOfDisputes } from '#src/disputes/read-returns.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { readRefundNames } from '#src/money-out/refunds/refund-names.ts';
import type { PaymentInEvent } from '#src/webhooks/pix-callbacks/pix-callback.ts';
import type { CallbackReads, PixReceiver } from '#src/webhooks/pix-callbacks/write-pix-body.ts';
import { pixOf, returnOf } from './pix-view.ts';
import { readReturns } from './read-returns.ts';

/**
 * Reads what call-backs show besides the events: the names that a merchant gave to its charges and
 * refunds, and contested payments. All are shown as GET /pix shows them.
 */
export const readPixNames: CallbackReads['names'] = async (database, receiver, payments) => {
  const { merchantId, environment } = receiver;
  const own = payments.map((payment) => ({ merchantId, environment, ...payment }));
  const txids = await readTxids(database, own);
  const contested = await readContested(
    database,
    receiver,
    own.filter(({ isContested }) => isContested),
  );
  const refunded = own.filter(({ hasRefunds }) => hasRefunds);
  const returns = await readRefundNames(database, refunded);
  const byRefund = new Map(returns.map((named) => [named.refundId, named]));
  const names = [...txids.values(), ...contested.flatMap(({ named }) => named.named ?? [])];
  return {
    charges: new Map(
      names.map(({ chargeId, txid, terms }) => [chargeId, { txid, pixKey: terms.chave }]),
    ),
    contested: new Map(
      contested.flatMap(({ named, pix }) => (pix ? [[named.charge.id, pix]] : [])),
    ),
    returnOf: (refund) => {
      const named = byRefund.get(refund.internal_id);
      return returnOf({ refund, returnName: named?.name, nature: named?.nature });
    },
  };
};

/** Reads contested payments with all that was returned of them. */
async function readContested(
  database: Queryable,
  { merchantId, environment, pixKey }: PixReceiver,
  payments: readonly PaymentInEvent[],
): Promise<{ readonly named: NamedCharge; readonly pix: object | undefined }[]> {
  if (payments.length === 0) return [];
  const keys = payments.map(({ id }) => ({ merchantId, environment, id }));
  const charges = await readCharges(database, keys);
  const named = await withTxids(database, charges);
  const returns = await readReturns(database, charges);
  const disputeReturns = await readReturnsOfDisputes(database, charges);
  return named.map((each) => {
    const paid = {
      pixKey: each.named?.terms.chave ?? pixKey,
      returns: returns.get(each.charge.id) ?? [],
      disputeReturns: disputeReturns.get(each.charge.id) ?? [],
    };
    return { named: each, pix: pixOf(each, paid) };
  });
}
