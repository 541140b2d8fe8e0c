import type { Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import { keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import { holdPieces } from './links/hold-pieces.ts';
import type { ChargeRequest } from './plan-charges.ts';

const NONE: ReadonlyMap<string, Refusal> = new Map();

/**
 * Holds a piece for each charge of a payment link, and frees the idempotency keys of refused
 * charges. Call it after the keys were claimed, so that a repeated request holds nothing. Returns
 * the refusals of `holdPieces` by charge.
 */
export async function holdForLinks(
  tx: Transaction,
  created: readonly { readonly id: string; readonly request: ChargeRequest }[],
  now: number,
): Promise<ReadonlyMap<string, Refusal>> {
  const wanted = created.flatMap(({ id, request: { caller, link } }) => {
    const { merchantId, environment } = caller;
    const { id: linkId, network } = link ?? {};
    return linkId && network ? [{ merchantId, environment, chargeId: id, linkId, network }] : [];
  });
  if (wanted.length === 0) return NONE;
  const refusals = await holdPieces(tx, wanted, now);
  releaseKeys(
    tx,
    created.flatMap(({ id, request }) => {
      const keyed = refusals.has(id) ? keyedRequestOf(request) : undefined;
      return keyed ? [{ ...keyed, resourceId: id }] : [];
    }),
  );
  return refusals;
}
