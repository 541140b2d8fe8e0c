import {
  formatBasisPoints,
  formatCalendarDay,
  formatCount,
  formatInstant,
  formatMoney,
} from '#panel/components/format.ts';
import { pixKeyMask } from '#panel/components/masks.ts';
import { common } from '#panel/texts/common.ts';
import { texts as detailTexts } from '#texts/audit-details.ts';
import type { Change } from './change.ts';

type Value = string | number | boolean | null;

const CENTAVOS =
  /^(amount|debt|uncovered|keep|above|approval_above|per_(payout|day|night))$|_(centavos|above)$/;
const BASIS_POINTS = /basis_points$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * What a change did, in words: the id of the changed record, unless it is the author, and then each
 * recorded value, such as `por dia: R$ 500,00`.
 */
export function factsOf({ subject, actor, details }: Change): string[] {
  const facts = Object.entries(details ?? {}).map(
    ([name, value]) => `${detailTexts.names[name] ?? name}: ${wordOf(name, value, details)}`,
  );
  return subject === null || subject === actor.name ? facts : [dayOr(subject), ...facts];
}

function dayOr(text: string): string {
  return DAY.test(text) ? formatCalendarDay(text) : text;
}

function wordOf(name: string, value: Value, details: Change['details']): string {
  if (value === null) return common.notThere;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'string') {
    if (name === 'pix_key') return pixKeyMask(String(details?.pix_key_type))(value);
    return INSTANT.test(value) ? formatInstant(value) : (detailTexts.values[value] ?? dayOr(value));
  }
  if (CENTAVOS.test(name)) return formatMoney(value);
  if (BASIS_POINTS.test(name)) return formatBasisPoints(value);
  if (name === 'hour') return detailTexts.hour(value);
  if (name === 'weekday') return detailTexts.weekdays[value] ?? formatCount(value);
  return formatCount(value);
}
