import { readTxids } from '#src/charges/txids/find-by-txid.ts';
import type { ReadPixNames } from '#src/webhooks/pix-callbacks/write-pix-body.ts';

/** The names that merchants gave to charges and refunds by the Central Bank's API. */
export const readOwnPixNames: ReadPixNames = async (database, scope, { charges }) => {
  const { merchantId, environment } = scope;
  const txids = await readTxids(
    database,
    charges.map((charge) => ({ merchantId, environment, ...charge })),
  );
  return {
    charges: new Map(
      [...txids].map(([id, { txid, terms }]) => [id, { txid, pixKey: terms.chave }]),
    ),
    refundNames: new Map(),
  };
};
