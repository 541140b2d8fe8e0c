import { Refusal } from '#src/ground/errors/problems.ts';
import { type ChargeOwner, type OwnedCharge, ownedByRequest } from '../charge-owner.ts';
import {
  type ChargeOfLine,
  claimLines,
  finishLines,
  hasLineOfPayer,
  releaseLines,
} from './charge-line-store.ts';
import { hasChangeOfPayer } from './lots/lot-line-store.ts';

/**
 * A line of a batch makes one charge. `idempotency_in_progress` refuses the charge of a line that
 * another worker has made a charge or refused.
 */
export const batchOwner: ChargeOwner = {
  name: 'batches',
  async claim(tx, charges) {
    const ofLines = charges.map(ownedByRequest).filter(({ ofBatch }) => ofBatch);
    if (ofLines.length === 0) return new Map();
    const claimed = await claimLines(tx, ofLines.flatMap(lineOf));
    const lost = ofLines.filter(({ id }) => !claimed.has(id));
    return new Map(lost.map(({ id }) => [id, new Refusal('idempotency_in_progress')]));
  },
  released: (tx, charges) => releaseLines(tx, charges.flatMap(lineOf)),
  finished: (tx, charges) => finishLines(tx, charges.flatMap(lineOf)),
  /** A lot of the Central Bank's API makes charges by a batch, and changes them itself. */
  awaits: async (...payer) => (await hasLineOfPayer(...payer)) || hasChangeOfPayer(...payer),
};

function lineOf({ merchantId, environment, id: chargeId, ofBatch }: OwnedCharge): ChargeOfLine[] {
  return ofBatch ? [{ merchantId, environment, ...ofBatch, chargeId }] : [];
}
