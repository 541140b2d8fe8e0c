import { common } from '#panel/texts/common.ts';
import { formatBasisPoints } from './format.ts';

interface SettlementTerms {
  readonly delay_days: number;
  readonly business_days: boolean;
  readonly reserve_basis_points: number;
  readonly reserve_days: number;
}

/** Settlement terms as names and values. */
export function settlementFacts(terms: SettlementTerms): (readonly [string, string])[] {
  const { delay_days: days, business_days: isBusiness, reserve_days: reserveDays } = terms;
  const delay = days === 0 ? common.settledAtOnce : common.settledAfter(days, isBusiness);
  const reserve =
    reserveDays === 0
      ? common.noReserve
      : common.reserveFor(formatBasisPoints(terms.reserve_basis_points), reserveDays);
  return [
    [common.settlement, delay],
    [common.reserve, reserve],
  ];
}
