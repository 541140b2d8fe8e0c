import {
  formatBasisPoints,
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
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The recorded facts of a change in words: `por dia: R$ 500,00`. */
export function factsOf({ details }: Change): string[] {
  return Object.entries(details ?? {}).map(
    ([name, value]) => `${detailTexts.names[name] ?? name}: ${wordOf(name, value, details)}`,
  );
}

function wordOf(name: string, value: Value, details: Change['details']): string {
  if (value === null) return common.notThere;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'string') {
    if (name === 'pix_key') return pixKeyMask(String(details?.pix_key_type))(value);
    return INSTANT.test(value) ? formatInstant(value) : (detailTexts.values[value] ?? value);
  }
  if (CENTAVOS.test(name)) return formatMoney(value);
  if (BASIS_POINTS.test(name)) return formatBasisPoints(value);
  if (name === 'hour') return detailTexts.hour(value);
  if (name === 'weekday') return detailTexts.weekdays[value] ?? formatCount(value);
  return formatCount(value);
}
