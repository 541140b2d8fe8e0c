import type { ReactNode } from 'react';
import type { Charge } from '#panel/api/transaction.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { texts } from '#texts/refunds.ts';
import type { RefundOrder } from './refund-order.ts';

/** The review of a refund: amount, payer and bearers. */
export function RefundReview({
  charge,
  order,
  send,
  onSend,
  onEdit,
}: {
  charge: Charge;
  order: RefundOrder;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm words={texts} send={send} onSend={onSend} onEdit={onEdit}>
      <FactTable facts={factsOf(charge, order)} />
    </ReviewForm>
  );
}

function factsOf({ payer, split }: Charge, order: RefundOrder): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [texts.amount, <Money key="amount" centavos={order.amount} fw={650} />],
    [texts.payer, payer.name],
  ];
  if (split.length > 0) facts.push([texts.borneBy, order.bear_all ? texts.byYou : texts.byEach]);
  if (order.reason !== '') facts.push([texts.reason, order.reason]);
  return facts;
}
