import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import { claimTxidRows } from './txid-store.ts';

const NONE: ReadonlyMap<string, Refusal> = new Map();

/**
 * Claims the txids of charges that were requested by the Central Bank's API, in the transaction
 * that creates the charges or their drafts. Returns the refusals `txid_taken` by charge.
 */
export async function claimTxids(
  tx: Transaction,
  created: readonly { readonly id: string; readonly request: ChargeRequest }[],
): Promise<ReadonlyMap<string, Refusal>> {
  const wanted = created.flatMap(({ id, request: { caller, standard } }) => {
    const { merchantId, environment } = caller;
    return standard ? [{ merchantId, environment, id, ...standard }] : [];
  });
  if (wanted.length === 0) return NONE;
  const claimed = await claimTxidRows(tx, wanted);
  return new Map(
    wanted.filter(({ id }) => !claimed.has(id)).map(({ id }) => [id, new Refusal('txid_taken')]),
  );
}
