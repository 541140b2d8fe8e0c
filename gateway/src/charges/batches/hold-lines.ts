import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimForCharges } from '../claim-for-charges.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import { freeTxids } from '../txids/claim-txids.ts';
import { type ChargeOfLine, takeLines } from './charge-line-store.ts';

interface CreatedCharge {
  readonly id: string;
  readonly request: ChargeRequest;
}

/**
 * Takes what the charges of a transaction need: what `claimForCharges` claims, and the lines of
 * batches, which become `lineStatus`. Returns the refusals by charge: those of `claimForCharges`,
 * and `idempotency_in_progress` for a line that another worker has made a charge or refused.
 */
export async function holdForCharges(
  tx: Transaction,
  created: readonly CreatedCharge[],
  { now, lineStatus }: { readonly now: number; readonly lineStatus: 'registering' | 'created' },
): Promise<ReadonlyMap<string, Refusal>> {
  const refusals = await claimForCharges(tx, created, now);
  // A refused charge leaves its line open, which is refused then.
  const free = created.filter(({ id }) => !refusals.has(id));
  const lines = free.flatMap(({ id, request }) => lineOf(id, request));
  if (lines.length === 0) return refusals;
  const taken = await takeLines(tx, lines, lineStatus);
  const lost = free.filter(({ id, request }) => request.ofBatch && !taken.has(id));
  // A refused line may be sent again, with the same txid and location.
  freeTxids(tx, lost);
  return new Map([
    ...refusals,
    ...lost.map(({ id }) => [id, new Refusal('idempotency_in_progress')] as const),
  ]);
}

function lineOf(chargeId: string, { caller, ofBatch }: ChargeRequest): ChargeOfLine[] {
  const { merchantId, environment } = caller;
  return ofBatch ? [{ merchantId, environment, ...ofBatch, chargeId }] : [];
}
