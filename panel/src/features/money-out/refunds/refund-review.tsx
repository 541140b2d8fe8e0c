import type { ReactNode } from 'react';
import type { Charge } from '#panel/api/transaction.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { texts } from '#texts/refunds.ts';
import type { RefundFormValues } from './refund-form-values.ts';

/** The review of a refund: amount, payer and bearers. */
export function RefundReview({
  charge,
  values,
  send,
  onSend,
  onEdit,
}: {
  charge: Charge;
  values: RefundFormValues;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm act="refund" outcome={{ kind: 'sent' }} send={send} onSend={onSend} onEdit={onEdit}>
      <FactTable facts={factsOf(charge, values)} />
    </ReviewForm>
  );
}

function factsOf({ payer, split }: Charge, values: RefundFormValues): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [texts.amount, <Money key="amount" centavos={values.amount} fw={650} />],
    [texts.payer, payer.name],
  ];
  if (split.length > 0) facts.push([texts.borneBy, values.bear_all ? texts.byYou : texts.byEach]);
  if (values.reason !== '') facts.push([texts.reason, values.reason]);
  return facts;
}
