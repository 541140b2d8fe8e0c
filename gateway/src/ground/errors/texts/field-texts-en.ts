import type { FieldTexts } from './field-texts-pt.ts';

/** What can be wrong with a field, in English. */
export const fieldTexts: FieldTexts = {
  required: 'is required',
  type: (types) => `must be ${types.join(' or ')}`,
  typeNames: {
    string: 'a text',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    null: 'null',
  },
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  maxProperties: (limit) => `must have at most ${limit} fields`,
  oneOf: (values) => `must be one of: ${values}`,
  invalid: 'has an invalid value',
  visible: (min, max) =>
    min === 0
      ? `must have up to ${max} characters, all visible`
      : `must have ${min} to ${max} characters, all visible`,
  email: 'enter a valid e-mail',
  length: (min, max) => `must have ${min} to ${max} characters`,
  secondFactorCode: 'enter the 6 digits of the authenticator app',
  taxId: 'enter a CPF (11 digits) or CNPJ (14 characters)',
  checkDigits: 'enter a valid CPF or CNPJ: the check digits are wrong',
  webAddress: (max) => `enter an http(s) URL of up to ${max} characters`,
  httpsAddress: 'enter an https address without user name and password',
  networkAddress: 'enter an IP address or a network, like 203.0.113.7 or 203.0.113.0/24',
  dayOrInstant: 'enter a date (2026-11-20) or an ISO 8601 instant',
  lastDay: 'must not be before the first day',
  pastPeriod: 'the period must end after it begins, and not after today',
  longPeriod: (days) => `the period can have up to ${days} days`,
  chargeOfShare: 'must be the charge_id of a share',
  day: 'must be a day, like 2026-11-20',
  cursor: 'must be the next_cursor of a page',
  id: 'must be an id',
  eventKinds: (kinds) => `must be one of these, or several separated by commas: ${kinds}`,
  instant: 'must be an ISO 8601 instant',
  onlyFreeAmount: 'exists only without amount and product_id',
  onlyWithoutProduct: 'exists only without product_id',
  maxBelowMin: 'must be at least min_amount',
  soldAlready: (count: number) =>
    count === 1 ? 'there was 1 payment already' : `there were ${count} payments already`,
  notWithAfter: 'can’t be sent together with after',
  instantWithZone: 'Enter an ISO 8601 instant, with its time zone.',
  secondsOrTo: 'Enter seconds or to, and not both.',
  outOfOrder: 'out_of_order needs two events: use it with the scenario late.',
  differsFromFirst: 'differs from the first request with this key',
  list: 'must be a list',
  text: 'must be a text',
  number: 'must be a number',
  percentageOrAmount: 'enter percentage or amount',
  notBothShares: 'enter percentage or amount, not both',
  shareAmount: (max) => `must be an integer in centavos, from 1 to ${max}`,
  splitPercentage: 'must be from 0.01 to 90, with at most two decimals',
  limitExceeded: (name, limit, left) => {
    const names = {
      payout: 'the limit for each payout',
      day: 'the limit for each day',
      night: 'the limit for each night (20:00 to 6:00)',
      beneficiary_payout: 'the limit for each payout to this beneficiary',
      beneficiary_day: 'the limit for each day to this beneficiary',
    };
    return `${names[name]} is ${limit} and ${left} is left`;
  },
  recipientWithoutBalance:
    'The available balance of a merchant of the split does not cover its share of the refund. ' +
    'With bear_all the origin refunds everything.',
  originWithoutBalance: 'The available balance does not cover the refund.',
  notForFiles: 'exists only with format=json',
  missing: 'enter this value',
  missingDocument: 'send this document',
  cpf: 'enter a valid CPF',
  cnpj: 'enter a valid CNPJ',
  postalCode: 'enter the 8 digits of the CEP',
  state: 'enter the abbreviation of a Brazilian state',
  adult: 'the representative must be 18 or older',
  birthDate: 'enter a valid date of birth',
};
