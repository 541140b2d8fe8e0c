import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/payouts.ts';
import type { LimitsAnswer } from './limits/limit-types.ts';

/** The effect of the limits on an amount while it is typed: it is refused, or it will wait. */
export function amountFinding(
  amount: number,
  limits: LimitsAnswer | undefined,
): { readonly error?: string; readonly description?: string } {
  if (!limits || amount === 0) return {};
  const { in_force: inForce, requested_today: today, requested_tonight: tonight } = limits;
  const { per_payout: perPayout, per_day: perDay, per_night: perNight } = inForce;
  const { approval_above: approval, new_destination_approval_above: ofNewKey } = inForce;
  if (perPayout !== null && amount > perPayout) {
    return { error: texts.abovePerPayout(formatMoney(perPayout)) };
  }
  if (tonight !== null && perNight !== null && tonight + amount > perNight) {
    return { error: texts.abovePerNight(formatMoney(perNight), leftOf(perNight, tonight)) };
  }
  if (perDay !== null && today + amount > perDay) {
    return { error: texts.abovePerDay(formatMoney(perDay), leftOf(perDay, today)) };
  }
  if (approval !== null && amount > approval) {
    return { description: texts.aboveApproval(formatMoney(approval)) };
  }
  if (ofNewKey !== null && amount > ofNewKey) {
    return { description: texts.aboveApprovalOfNewKey(formatMoney(ofNewKey)) };
  }
  return {};
}

function leftOf(limit: number, requested: number): string {
  return formatMoney(Math.max(0, limit - requested));
}
