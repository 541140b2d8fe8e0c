import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatTaxId, pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import type { MoneyOutcome } from '#panel/components/money-act.ts';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payouts.ts';
import type { PayoutFormValues } from './payout-form-values.ts';
import { readPixKey } from './pix-key-types.ts';

/** The review of a payout: what will happen, amount, beneficiary and the remaining balance. */
export function PayoutReview({
  values,
  outcome,
  send,
  onSend,
  onEdit,
}: {
  values: PayoutFormValues;
  outcome: MoneyOutcome;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm act="payout" outcome={outcome} send={send} onSend={onSend} onEdit={onEdit}>
      <Facts values={values} />
    </ReviewForm>
  );
}

function Facts({ values }: { values: PayoutFormValues }) {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const overview = api.useQuery('get', '/api/panel/{environment}/overview', {
    params: { path: { environment } },
  });
  const fee = merchant?.fees.payout ?? 0;
  const available = overview.data?.balance.available;
  const facts: [string, ReactNode][] = [
    [texts.amount, <Money key="amount" centavos={values.amount} fw={650} />],
    [texts.fee, <Money key="fee" centavos={fee} />],
    [texts.total, <Money key="total" centavos={values.amount + fee} />],
    [
      texts.keyTypes[values.pix_key_type],
      pixKeyMask(values.pix_key_type)(
        readPixKey(values.pix_key, values.pix_key_type, environment) ?? values.pix_key,
      ),
    ],
    [texts.beneficiary, values.beneficiary.name],
    [texts.beneficiaryDocument, formatTaxId(values.beneficiary.document)],
  ];
  if (available !== undefined) {
    const left = <Money key="left" centavos={available - values.amount - fee} />;
    facts.push([texts.balanceAfter, left]);
  }
  return <FactTable facts={facts} />;
}
