import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { ledgerChecks } from '#src/ledger/work.ts';
import type { Room } from '#src/room.ts';
import { loadParts, ROOMS } from '#src/rooms.ts';

/** The checks that `ledger verify` runs: those of the ledger, then those of the other rooms. */
export const allLedgerChecks = await ledgerChecksOf(ROOMS);

export async function ledgerChecksOf(rooms: readonly Room[]): Promise<readonly LedgerCheck[]> {
  return [...ledgerChecks, ...(await loadParts(rooms, ({ checks }) => checks)).flat()];
}
