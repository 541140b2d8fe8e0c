import { type BalanceComparison, type Discrepancy, discrepancy } from './discrepancy.ts';

/**
 * Compares the balance of the bank with the ledger's. The bank may hold less by the amount of
 * outbound payments in transit, and more by that of inbound ones; otherwise both must be equal.
 */
export function compareBalance(balance: BalanceComparison): Discrepancy[] {
  if (unexplainedSurplus(balance) === 0n) return [];
  const { inLedger: amountHere, atBank: amountAtBank } = balance;
  return [discrepancy('balance', null, { amountHere, amountAtBank })];
}

/**
 * The difference in centavos, bank less ledger, that money in transit doesn't explain; zero if it
 * explains all of it.
 */
export function unexplainedSurplus(balance: BalanceComparison): bigint {
  const surplus = balance.atBank - balance.inLedger;
  if (surplus < -balance.outboundInTransit) return surplus + balance.outboundInTransit;
  return surplus > balance.inboundInTransit ? surplus - balance.inboundInTransit : 0n;
}
