import { centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import type { BalanceComparison, Discrepancy, DiscrepancyKind } from './discrepancy.ts';

/** A discrepancy as JSON stores and shows it. Amounts in centavos. */
export interface DiscrepancyLine {
  readonly kind: DiscrepancyKind;
  readonly subject: string | null;
  readonly amount_here: number | null;
  readonly amount_at_bank: number | null;
  readonly words_here: string | null;
  readonly words_at_bank: string | null;
}

/** The JSON form of a discrepancy. */
export function lineOf(one: Discrepancy): DiscrepancyLine {
  return {
    kind: one.kind,
    subject: one.subject,
    amount_here: centavosToJsonOrNull(one.amountHere),
    amount_at_bank: centavosToJsonOrNull(one.amountAtBank),
    words_here: one.wordsHere,
    words_at_bank: one.wordsAtBank,
  };
}

/** The compared balances as JSON shows them, in centavos. */
export function balanceView(balance: BalanceComparison) {
  return {
    at_bank: centavosToJson(balance.atBank),
    in_ledger: centavosToJson(balance.inLedger),
    outbound_in_transit: centavosToJson(balance.outboundInTransit),
    inbound_in_transit: centavosToJson(balance.inboundInTransit),
  };
}
