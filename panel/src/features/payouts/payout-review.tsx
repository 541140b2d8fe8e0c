import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { useSession } from '#panel/layout/session.ts';
import { texts } from '#panel/texts/texts.ts';
import type { PayoutOrder } from './new-payout.tsx';
import { readPixKey } from './pix-key-types.ts';

const words = texts.payouts;

/** What will leave, to whom, and what is left: the last look before it is sent. */
export function PayoutReview({
  order,
  send,
  onSend,
  onEdit,
}: {
  order: PayoutOrder;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm words={words} send={send} onSend={onSend} onEdit={onEdit}>
      <Facts order={order} />
    </ReviewForm>
  );
}

function Facts({ order }: { order: PayoutOrder }) {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const overview = api.useQuery('get', '/api/panel/{environment}/overview', {
    params: { path: { environment } },
  });
  const fee = merchant?.fees.payout ?? 0;
  const available = overview.data?.balance.available;
  const facts: [string, ReactNode][] = [
    [words.amount, <Money key="amount" centavos={order.amount} fw={650} />],
    [words.fee, <Money key="fee" centavos={fee} />],
    [words.total, <Money key="total" centavos={order.amount + fee} />],
    [
      words.keyTypes[order.pix_key_type],
      readPixKey(order.pix_key, order.pix_key_type, environment) ?? order.pix_key,
    ],
    [words.beneficiary, order.beneficiary.name],
    [words.beneficiaryDocument, order.beneficiary.document],
  ];
  if (available !== undefined) {
    const left = <Money key="left" centavos={available - order.amount - fee} />;
    facts.push([words.balanceAfter, left]);
  }
  return <FactTable facts={facts} />;
}
