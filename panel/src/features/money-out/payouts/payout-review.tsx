import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatTaxId, pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payouts.ts';
import type { PayoutOrder } from './payout-order.ts';
import { readPixKey } from './pix-key-types.ts';

/** The review of a payout: amount, beneficiary and the remaining balance. */
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
    <ReviewForm words={texts} send={send} onSend={onSend} onEdit={onEdit}>
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
    [texts.amount, <Money key="amount" centavos={order.amount} fw={650} />],
    [texts.fee, <Money key="fee" centavos={fee} />],
    [texts.total, <Money key="total" centavos={order.amount + fee} />],
    [
      texts.keyTypes[order.pix_key_type],
      pixKeyMask(order.pix_key_type)(
        readPixKey(order.pix_key, order.pix_key_type, environment) ?? order.pix_key,
      ),
    ],
    [texts.beneficiary, order.beneficiary.name],
    [texts.beneficiaryDocument, formatTaxId(order.beneficiary.document)],
  ];
  if (available !== undefined) {
    const left = <Money key="left" centavos={available - order.amount - fee} />;
    facts.push([texts.balanceAfter, left]);
  }
  return <FactTable facts={facts} />;
}
