import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { PayoutRequest } from '../payout-request.ts';
import type { BatchLine } from './payout-batch.ts';

/** The requests for the payouts of lines without errors. Throws for a line with an error. */
export function requestsOf(
  lines: readonly BatchLine[],
  { caller, by, batchId }: { caller: Caller; by: Actor; batchId: string },
): readonly PayoutRequest[] {
  return lines.map((line) => {
    const { amount, document, pixKeyType } = line;
    if (amount === null || document === null || pixKeyType === null) {
      throw new Error('a line without errors has an amount, a document and a key');
    }
    return {
      caller,
      idempotency: undefined,
      by,
      amount: centavos(amount),
      uncheckedPixKey: line.pixKey,
      pixKeyType,
      beneficiary: { name: line.name, document },
      externalId: line.externalId,
      webhookUrl: null,
      ofBatch: { id: batchId, line: line.line },
    };
  });
}
