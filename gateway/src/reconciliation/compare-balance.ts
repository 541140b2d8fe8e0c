import { type BalanceComparison, type Discrepancy, discrepancy } from './discrepancy.ts';

/**
 * Whether the bank holds what the ledger says. Money doesn't stand still while it is counted: the
 * bank may hold less by payouts that it has taken and that the ledger has not settled, and more by
 * payments that are not booked yet. When nothing is on its way, it has to be the centavo.
 */
export function compareBalance(balance: BalanceComparison): Discrepancy[] {
  const surplus = balance.atBank - balance.inLedger;
  if (surplus >= -balance.outboundInTransit && surplus <= balance.inboundInTransit) return [];
  const { inLedger: amountHere, atBank: amountAtBank } = balance;
  return [discrepancy('balance', null, { amountHere, amountAtBank })];
}
