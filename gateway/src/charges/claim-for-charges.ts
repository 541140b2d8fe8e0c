import type { Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { holdForLinks } from './hold-for-links.ts';
import type { ChargeRequest } from './plan-charges.ts';
import { claimTxids } from './txids/claim-txids.ts';

/**
 * Claims what only one charge can have: pieces of the stock of payment links, and txids of the
 * Central Bank's API. Returns the refusals of `holdForLinks` and `claimTxids` by charge.
 */
export async function claimForCharges(
  tx: Transaction,
  created: readonly { readonly id: string; readonly request: ChargeRequest }[],
  now: number,
): Promise<ReadonlyMap<string, Refusal>> {
  const links = await holdForLinks(tx, created, now);
  const txids = await claimTxids(tx, created);
  return txids.size === 0 ? links : new Map([...links, ...txids]);
}
