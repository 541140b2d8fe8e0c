import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { ledgerChecks } from '#src/ledger/work.ts';
import { loadParts } from './rooms.ts';

/** The checks that `ledger verify` runs: those of the ledger, then those of the other rooms. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...(await loadParts(({ checks }) => checks)).flat(),
];
