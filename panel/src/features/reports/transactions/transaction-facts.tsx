import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Charge, Payout, Transaction } from '#panel/api/transaction.ts';
import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { formatTaxId, pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { storedPeriod } from '#panel/early/overview-address.ts';
import { environmentInAddress, useEnvironment } from '#panel/session/environment.tsx';
import { texts as payoutTexts } from '#texts/payouts.ts';
import { texts } from '#texts/transactions.ts';
import { FeeReason } from './fee-reason.tsx';

type Fact = readonly [string, ReactNode];

/** The data of a transaction as a table. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const isCharge = transaction.type === 'charge';
  const own = isCharge ? chargeFacts(transaction) : payoutFacts(transaction);
  const { createdAt, paidAt } = isCharge ? texts : payoutTexts;
  const { internal_id: id, external_id: externalId, end_to_end_id: endToEndId } = transaction;
  return (
    <FactTable
      facts={[
        [texts.amount, <Money key="amount" centavos={transaction.amount} fw={600} />],
        ...own,
        copied(texts.internalId, id),
        ...(externalId === null ? [] : [copied(texts.externalId, externalId)]),
        ...(endToEndId === null ? [] : [copied(texts.endToEndId, endToEndId)]),
        originFact(transaction),
        [createdAt, <Instant key="created" at={transaction.created_at} />],
        ...(transaction.paid_at === null
          ? []
          : [[paidAt, <Instant key="paid" at={transaction.paid_at} />] as const]),
      ]}
    />
  );
}

function chargeFacts(charge: Charge): Fact[] {
  const { payer, utm } = charge;
  return [
    ...(charge.description === null
      ? []
      : [[texts.chargeDescription, charge.description] as const]),
    [texts.fee, <FeeReason key="fee" transaction={charge} />],
    ...lessFact(texts.splitPart, charge.split_amount),
    ...lessFact(texts.refunded, charge.refunded_amount ?? 0),
    ...lessFact(texts.returned, charge.returned_amount),
    ...(charge.received_amount === null
      ? []
      : [[texts.received, <Received key="received" charge={charge} />] as const]),
    ...(!charge.disputed_amount
      ? []
      : [[texts.disputed, <Money key="disputed" centavos={charge.disputed_amount} />] as const]),
    ...charge.next_settlements.map(
      ({ date, amount }): Fact => [
        texts.availableOn(formatCalendarDay(date)),
        <Money key={date} centavos={amount} />,
      ],
    ),
    [texts.payer, <Payer key="payer" charge={charge} />],
    [texts.document, formatTaxId(payer.document)],
    ...(payer.email === null ? [] : [[texts.email, payer.email] as const]),
    ...Object.entries(utm ?? {}).map(([name, value]): Fact => [texts.utm(name), value]),
    ...(charge.status === 'pending' && !charge.due
      ? [[texts.expiresAt, <Instant key="expires" at={charge.expires_at} />] as const]
      : []),
  ];
}

/** An amount that the merchant did not get; nothing if it is zero. */
function lessFact(label: string, centavos: number): Fact[] {
  return centavos === 0 ? [] : [[label, <Money key={label} centavos={-centavos} />]];
}

/** The merchant's part of a charge, with the entries of the statement since its payment. */
function Received({ charge }: { charge: Charge }) {
  const { received_amount: received, paid_at: paidAt, next_settlements: waiting } = charge;
  const conta = waiting.length > 0 ? 'pending_settlement' : 'available';
  const periodo = storedPeriod({
    from: brasiliaDay(new Date(paidAt ?? 0)),
    to: brasiliaDay(new Date()),
  });
  const ambiente = environmentInAddress(useEnvironment());
  const search = { cobranca: charge.internal_id, conta, periodo, ambiente };
  return (
    <Group gap="xs" justify="flex-end">
      <Money centavos={received ?? 0} fw={600} />
      <Anchor
        underline="always"
        size="sm"
        renderRoot={(props) => <Link to="/painel/extrato" search={search} {...props} />}
      >
        {texts.seeEntries}
      </Anchor>
    </Group>
  );
}

/** The payer, as a link to the customer. */
function Payer({ charge: { payer, customer_id: id } }: { charge: Charge }) {
  if (id === undefined) return payer.name;
  return (
    <Anchor
      underline="always"
      size="sm"
      renderRoot={(props) => <Link to="/painel/clientes/$id" params={{ id }} {...props} />}
    >
      {payer.name}
    </Anchor>
  );
}

function payoutFacts(payout: Payout): Fact[] {
  const { beneficiary, failure_reason: failure } = payout;
  return [
    ...(failure === null
      ? []
      : [[texts.failureReason, <Failure key="failure" payout={payout} />] as const]),
    [texts.fee, <FeeReason key="fee" transaction={payout} />],
    [texts.total, <Money key="total" centavos={payout.amount + payout.fee_amount} />],
    [texts.beneficiary, beneficiary.name],
    [texts.document, formatTaxId(beneficiary.document)],
    copied(texts.pixKey, payout.pix_key, pixKeyMask(payout.pix_key_type)(payout.pix_key)),
  ];
}

/** Why a payout failed. One that the bank made after all keeps the reason, not the money. */
function Failure({ payout: { status, failure_reason: failure } }: { payout: Payout }) {
  return (
    <>
      {failure?.message}
      {status === 'failed' && <div>{texts.moneyIsBack}</div>}
    </>
  );
}

function originFact(transaction: Transaction): Fact {
  const linkId = transaction.type === 'charge' ? transaction.payment_link_id : undefined;
  if (linkId === undefined) return keyFact(transaction.client_id);
  const link = (
    <Anchor
      key="link"
      underline="always"
      size="sm"
      renderRoot={(props) => <Link to="/painel/links/$linkId" params={{ linkId }} {...props} />}
    >
      {texts.seeLink}
    </Anchor>
  );
  return [texts.madeByLink, link];
}

function keyFact(clientId: string | null): Fact {
  return clientId === null ? [texts.madeBy, texts.madeAtPanel] : copied(texts.key, clientId);
}

function copied(label: string, value: string, shown = value): Fact {
  return [label, <CopyText key={label} value={value} shown={shown} label={label} />];
}
