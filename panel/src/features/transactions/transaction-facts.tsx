import type { ReactNode } from 'react';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { Charge, Payout, Transaction } from './transaction-page.tsx';

const words = texts.transactions;

type Fact = readonly [string, ReactNode];

/** What is known of a transaction, a line each. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const own = transaction.type === 'charge' ? chargeFacts(transaction) : payoutFacts(transaction);
  const { internal_id: id, external_id: externalId, end_to_end_id: endToEndId } = transaction;
  return (
    <FactTable
      facts={[
        [words.amount, <Money key="amount" centavos={transaction.amount} fw={600} />],
        ...own,
        copied(words.internalId, id),
        ...(externalId === null ? [] : [copied(words.externalId, externalId)]),
        ...(endToEndId === null ? [] : [copied(words.endToEndId, endToEndId)]),
        keyFact(transaction.client_id),
        [words.createdAt, <Instant key="created" at={transaction.created_at} />],
        [words.paidAt, <Instant key="paid" at={transaction.paid_at} />],
      ]}
    />
  );
}

function chargeFacts(charge: Charge): Fact[] {
  const { payer, utm } = charge;
  return [
    [words.fee, <Money key="fee" centavos={-charge.fee_amount} />],
    [words.net, <Money key="net" centavos={charge.net_amount} />],
    ...(!charge.refunded_amount
      ? []
      : [
          [
            texts.refunds.refunded,
            <Money key="refunded" centavos={-charge.refunded_amount} />,
          ] as const,
        ]),
    [words.payer, payer.name],
    [words.document, payer.document],
    ...(payer.email === null ? [] : [[words.email, payer.email] as const]),
    ...Object.entries(utm ?? {}).map(([name, value]): Fact => [name, value]),
    ...(charge.status === 'pending'
      ? [[words.expiresAt, <Instant key="expires" at={charge.expires_at} />] as const]
      : []),
  ];
}

function payoutFacts(payout: Payout): Fact[] {
  const { beneficiary, failure_reason: failure } = payout;
  return [
    [words.fee, <Money key="fee" centavos={payout.fee_amount} />],
    [words.total, <Money key="total" centavos={payout.amount + payout.fee_amount} />],
    [words.beneficiary, beneficiary.name],
    [words.document, beneficiary.document],
    copied(words.pixKey, payout.pix_key),
    ...(failure === null ? [] : [[words.failureReason, failure.message] as const]),
  ];
}

function keyFact(clientId: string | null): Fact {
  return clientId === null ? [words.key, words.madeAtPanel] : copied(words.key, clientId);
}

function copied(label: string, value: string): Fact {
  return [label, <CopyText key={label} value={value} label={label} />];
}
