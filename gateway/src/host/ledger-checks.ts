import { chargesChecks } from '#src/charges/work.ts';
import { disputesChecks } from '#src/disputes/work.ts';
import { incomingChecks } from '#src/incoming/work.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { ledgerChecks } from '#src/ledger/work.ts';
import { moneyOutChecks } from '#src/money-out/work.ts';
import { subscriptionsChecks } from '#src/subscriptions/work.ts';

/** The checks of all rooms that `ledger verify` runs. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...chargesChecks,
  ...subscriptionsChecks,
  ...moneyOutChecks,
  ...disputesChecks,
  ...incomingChecks,
];
