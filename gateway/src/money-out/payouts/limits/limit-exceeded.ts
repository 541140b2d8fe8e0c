import { type LimitOfField, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** A limit that a payout exceeds, and the amount that it still allows. */
export interface PassedLimit {
  readonly period: LimitOfField['period'];
  readonly limit: Centavos;
  readonly left: Centavos;
}

/** The refusal `payout_limit_exceeded` of a limit of the account or of a beneficiary. */
export function limitExceeded(
  owner: 'account' | 'beneficiary',
  { period, limit, left }: PassedLimit,
): Refusal {
  const name =
    owner === 'beneficiary' && period !== 'night' ? (`beneficiary_${period}` as const) : period;
  const message = fieldText((texts) =>
    texts.limitExceeded(name, brazilianMoney(limit), brazilianMoney(left)),
  );
  const facts = { period, limit: centavosToJson(limit), left: centavosToJson(left) };
  const fields = [{ field: 'amount', message, ...facts }];
  return new Refusal('payout_limit_exceeded', { reason: message, fields });
}
