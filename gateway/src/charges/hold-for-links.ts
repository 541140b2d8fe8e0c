import type { Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import { keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import { holdPieces } from './links/hold-pieces.ts';
import type { ChargeRequest } from './plan-charges.ts';

const NONE: ReadonlyMap<string, Refusal> = new Map();

/**
 * Holds the pieces of charges that payment links make, after their idempotency keys were claimed: a
 * repeat holds nothing. Frees the keys of refused ones. Returns the refusals of `holdPieces` by
 * charge. Without charges of links it does nothing.
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
