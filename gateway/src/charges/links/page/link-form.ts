import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isLonger } from '#src/ground/characters.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { isMailAddress } from '#src/ground/mail/mail-address.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import type { Payer } from '../../charge.ts';
import { type PaymentLink, priceOf } from '../payment-link.ts';
import { parseTypedAmount } from './typed-amount.ts';

export const FIELDS = ['amount', 'name', 'document', 'email'] as const;

export type Field = (typeof FIELDS)[number];

/** A payer's input. `token` identifies the form: sending it twice makes one charge. */
export type TypedForm = Readonly<Record<Field | 'token', string>>;

/** The texts of faults by field. */
export type Faults = Partial<Readonly<Record<Field, FaultText>>>;

export type FaultText =
  | 'amountMissing'
  | 'amountTooSmall'
  | 'amountBelowLimit'
  | 'amountAboveLimit'
  | 'nameMissing'
  | 'documentMissing'
  | 'emailWrong';

/** The amount and the payer of the charge that a form asks for. */
export interface Order {
  readonly amount: Centavos;
  readonly payer: Payer;
}

export const NAME_LENGTH_MAX = 200;
/** Names in a subscription are those of the Central Bank's API. */
export const SUBSCRIBER_NAME_LENGTH_MAX = 140;

/** An empty form with a new token. */
export function newForm(now: number): TypedForm {
  return { amount: '', name: '', document: '', email: '', token: createId(now) };
}

/** Reads the body of a form (`application/x-www-form-urlencoded`). */
export function formOfBody(body: string, now: number): TypedForm {
  const sent = new URLSearchParams(body);
  const textOf = (name: string): string => sent.get(name)?.trim() ?? '';
  const token = textOf('token');
  return {
    amount: textOf('amount'),
    name: textOf('name'),
    document: textOf('document'),
    email: textOf('email'),
    token: isId(token) ? token : createId(now),
  };
}

/** The order in a form for a link, or its faults. */
export function orderOfForm(
  link: Pick<PaymentLink, 'amount' | 'product' | 'min' | 'max' | 'environment' | 'subscription'>,
  form: TypedForm,
): { readonly order: Order } | { readonly faults: Faults } {
  const { amount, fault: amountFault } = amountOf(link, form.amount);
  const document = documentOf(form.document, link.environment);
  const { name, email } = form;
  const lengthMax = link.subscription ? SUBSCRIBER_NAME_LENGTH_MAX : NAME_LENGTH_MAX;
  const hasName = name !== '' && !isLonger(name, lengthMax) && isVisibleText(name);
  const hasEmail = email === '' || isMailAddress(email);
  if (amount !== undefined && document !== undefined && hasName && hasEmail) {
    return { order: { amount, payer: { name, document, email: email === '' ? null : email } } };
  }
  return {
    faults: {
      ...(amountFault !== undefined && { amount: amountFault }),
      ...(!hasName && { name: 'nameMissing' }),
      ...(document === undefined && { document: 'documentMissing' }),
      ...(!hasEmail && { email: 'emailWrong' }),
    },
  };
}

/** The link's price, or the amount that the payer typed, within the link's limits. */
function amountOf(
  link: Pick<PaymentLink, 'amount' | 'product' | 'min' | 'max'>,
  typed: string,
): { readonly amount?: Centavos; readonly fault?: FaultText } {
  const amount = priceOf(link) ?? parseTypedAmount(typed);
  if (amount === undefined) return { fault: 'amountMissing' };
  if (priceOf(link) !== null) return { amount };
  if (link.min !== null && amount < link.min) return { fault: 'amountBelowLimit' };
  if (link.max !== null && amount > link.max) return { fault: 'amountAboveLimit' };
  return { amount };
}

function documentOf(typed: string, environment: Environment): string | undefined {
  return parseTaxId(typed, { checkDigits: environment === 'live' })?.digits;
}
