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
export function lineOf(discrepancy: Discrepancy): DiscrepancyLine {
  return {
    kind: discrepancy.kind,
    subject: discrepancy.subject,
    amount_here: centavosToJsonOrNull(discrepancy.amountHere),
    amount_at_bank: centavosToJsonOrNull(discrepancy.amountAtBank),
    words_here: discrepancy.wordsHere,
    words_at_bank: discrepancy.wordsAtBank,
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
