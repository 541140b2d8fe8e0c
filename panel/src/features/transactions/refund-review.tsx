import type { ReactNode } from 'react';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { RefundOrder } from './new-refund.tsx';
import type { Charge } from './transaction-page.tsx';

const words = texts.refunds;

/** What goes back, to whom, and who bears it: the last look before it leaves. */
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
    <ReviewForm words={words} send={send} onSend={onSend} onEdit={onEdit}>
      <FactTable facts={factsOf(charge, order)} />
    </ReviewForm>
  );
}

function factsOf({ payer, split }: Charge, order: RefundOrder): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [words.amount, <Money key="amount" centavos={order.amount} fw={650} />],
    [words.payer, payer.name],
  ];
  if (split.length > 0) facts.push([words.borneBy, order.bear_all ? words.byYou : words.byEach]);
  if (order.reason !== '') facts.push([words.reason, order.reason]);
  return facts;
}
