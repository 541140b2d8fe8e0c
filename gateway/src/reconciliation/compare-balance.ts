import { type BalanceComparison, type Discrepancy, discrepancy } from './discrepancy.ts';

/**
 * Compares the balance of the bank with the ledger's. The bank may hold less by the amount of
 * outbound payments in transit, and more by that of inbound ones; otherwise both must be equal.
 */
export function compareBalance(balance: BalanceComparison): Discrepancy[] {
  const surplus = balance.atBank - balance.inLedger;
  if (surplus >= -balance.outboundInTransit && surplus <= balance.inboundInTransit) return [];
  const { inLedger: amountHere, atBank: amountAtBank } = balance;
  return [discrepancy('balance', null, { amountHere, amountAtBank })];
}
