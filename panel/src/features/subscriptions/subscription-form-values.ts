import type { UseFormReturnType } from '@mantine/form';
import { shareOf, type TypedShare } from '#panel/features/charges/charge-form-values.ts';
import type { Subscription } from './subscription-types.ts';

/** A subscription as typed, by the API's names where they are the same. Centavos; 0 for none. */
export interface SubscriptionFormValues {
  payer: {
    name: string;
    document: string;
    email: string;
    /** Sent with the journey that begins at the payer's bank. */
    account: { ispb: string; branch: string; number: string };
  };
  description: string;
  reference: string;
  kind: 'fixed' | 'variable';
  amount: number;
  min_amount: number;
  interval: Subscription['interval'];
  first_due_on: string;
  ends_on: string;
  retries: Subscription['retries'];
  journey: NonNullable<Subscription['journey']>;
  /** Sent with the journeys that begin with a payment. */
  first_amount: number;
  split: TypedShare[];
}

export type SubscriptionFormState = UseFormReturnType<SubscriptionFormValues>;

export const EMPTY: SubscriptionFormValues = {
  payer: { name: '', document: '', email: '', account: { ispb: '', branch: '', number: '' } },
  description: '',
  reference: '',
  kind: 'fixed',
  amount: 0,
  min_amount: 0,
  interval: 'monthly',
  first_due_on: '',
  ends_on: '',
  retries: 'three_in_seven_days',
  journey: 'code',
  first_amount: 0,
  split: [],
};

/** Whether a journey begins with a payment. */
export function beginsWithPayment({ journey }: Pick<SubscriptionFormValues, 'journey'>): boolean {
  return journey === 'code_and_first_payment' || journey === 'offer';
}

/** The body of a creation. */
export function bodyOf(values: SubscriptionFormValues) {
  const { kind, journey, split, first_amount: first, payer } = values;
  const { account } = payer;
  return {
    reference: values.reference,
    description: values.description,
    payer: {
      name: payer.name,
      document: payer.document,
      email: payer.email.trim() || null,
      ...(journey === 'bank_push' && {
        account: {
          ispb: account.ispb.trim(),
          number: account.number.trim(),
          branch: account.branch.trim() || null,
        },
      }),
    },
    ...(kind === 'fixed' ? { amount: values.amount } : { min_amount: values.min_amount }),
    interval: values.interval,
    first_due_on: values.first_due_on,
    ends_on: values.ends_on || null,
    retries: values.retries,
    journey,
    ...(beginsWithPayment(values) && first > 0 && { first_payment: { amount: first } }),
    ...(split.length > 0 && { splits: split.map(shareOf) }),
  };
}

/** The faults of fields by the names of the form. */
export function formNames(faults: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([field, message]) => [nameOf(field), message]),
  );
}

function nameOf(field: string): string {
  if (field.startsWith('first_payment')) return 'first_amount';
  if (field === 'payer.account') return 'payer.account.ispb';
  return field.replace(/^splits\b/, 'split');
}
