import type { ChargeOwner, RequestedCharge } from '../charge-owner.ts';
import { claimPieces, releasePieces, sellPieces } from './claim-pieces.ts';
import type { ClaimedPiece } from './piece-store.ts';

/** A charge of a payment link keeps a piece of its stock until it ends. */
export const linkOwner: ChargeOwner = {
  name: 'links',
  async claim(tx, charges, now) {
    const holds = charges.flatMap(holdOf);
    return holds.length === 0 ? new Map() : claimPieces(tx, holds, now);
  },
  released: releasePieces,
  paid: sellPieces,
  ended: releasePieces,
};

function holdOf({ id: chargeId, request: { caller, link } }: RequestedCharge): ClaimedPiece[] {
  const { merchantId, environment } = caller;
  const { id: linkId, network } = link ?? {};
  return linkId && network ? [{ merchantId, environment, chargeId, linkId, network }] : [];
}
