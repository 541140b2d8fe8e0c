import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { TransactionKey } from '../charge.ts';
import type { ChargeOwner, OwnedCharge, RequestedCharge } from '../charge-owner.ts';
import type { RequestedTxid } from '../standard-charge.ts';
import { withTxids } from './find-by-txid.ts';
import {
  claimTxidRows,
  eraseTexts,
  freeTxidRows,
  reviseTxid,
  type TxidClaim,
} from './txid-store.ts';

/** A txid of the Central Bank's API names one charge. Refuses `txid_taken`. */
export const txidOwner: ChargeOwner = {
  name: 'txids',
  async claim(tx, charges) {
    const claims = charges.flatMap(claimOf);
    if (claims.length === 0) return new Map();
    const claimed = await claimTxidRows(tx, claims);
    const lost = claims.filter(({ id }) => !claimed.has(id));
    return new Map(lost.map(({ id }) => [id, new Refusal('txid_taken')]));
  },
  released: (tx, charges) => freeTxidRows(tx, charges.flatMap(namedByTxid)),
  async replaceTerms(tx, charge, terms) {
    const [found] = await withTxids(tx, [charge]);
    if (!found) throw new Error('a charge that was read has no name');
    const { merchantId, environment, id } = charge;
    const { txid, named } = found;
    if (named) reviseTxid(tx, { ...named, terms });
    else await claimTxidRows(tx, [{ merchantId, environment, id, txid, terms }]);
    return named?.terms ?? { chave: terms.chave };
  },
  erased: (tx, { ids: chargeIds, ...scope }) => eraseTexts(tx, { ...scope, chargeIds }),
};

function claimOf({ id, request: { caller, standard, ofBatch } }: RequestedCharge): TxidClaim[] {
  if (!standard) return [];
  const { merchantId, environment } = caller;
  const { location: _, ...named } = standard;
  return [{ merchantId, environment, id, ...named, batchId: ofBatch?.batchId ?? null }];
}

function namedByTxid({ merchantId, environment, id, txid }: OwnedCharge) {
  return txid === undefined ? [] : [{ merchantId, environment, id, txid }];
}

/** Claims the txid of one charge. Refuses `txid_taken`. */
export async function claimTxid(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { txid, terms }: Pick<RequestedTxid, 'txid' | 'terms'>,
): Promise<void> {
  const claimed = await claimTxidRows(tx, [{ merchantId, environment, id, txid, terms }]);
  if (!claimed.has(id)) throw new Refusal('txid_taken');
}
