import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { countIdsFrom } from './packed-ids.ts';
import { type ChargeChunk, selectChunkOf, writeLines } from './search-chunk-store.ts';
import { searchLine } from './search-line.ts';

/**
 * Puts the mark of erased data into the packed lines of charges. The caller holds the lock of the
 * scope's customers, so that no chunk is packed meanwhile.
 */
export async function eraseSearchLines(
  tx: Transaction,
  scope: LedgerScope,
  charges: readonly { readonly id: string; readonly amount: bigint }[],
): Promise<void> {
  // Chunks have live charges only.
  if (scope.environment === 'test') return;
  const descending = charges.toSorted((first, second) => (first.id < second.id ? 1 : -1));
  let chunk: (ChargeChunk & { readonly parts: string[] }) | undefined;
  for (const charge of descending) {
    if (chunk === undefined || positionIn(chunk, charge.id) === undefined) {
      if (chunk) writeLines(tx, scope, { ...chunk, lines: chunk.parts.join('\n') });
      const found = await selectChunkOf(tx, scope, charge.id);
      chunk = found && { ...found, parts: found.lines.split('\n') };
    }
    const position = chunk && positionIn(chunk, charge.id);
    if (chunk === undefined || position === undefined) continue;
    const { name, document } = ERASED_PAYER;
    chunk.parts[position] = searchLine({ name, document, amount: charge.amount }).slice(0, -1);
  }
  if (chunk) writeLines(tx, scope, { ...chunk, lines: chunk.parts.join('\n') });
}

/** The place of a charge's line in its chunk; undefined if the chunk has no such charge. */
function positionIn({ ids }: ChargeChunk, id: string): number | undefined {
  const position = countIdsFrom(ids, id) - 1;
  const at = position * 16;
  const isThere =
    position >= 0 && ids.subarray(at, at + 16).toString('hex') === id.replaceAll('-', '');
  return isThere ? position : undefined;
}
