import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyText } from '#panel/components/copy-text.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount, formatInstant } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PayersBank } from '#panel/components/payers-bank.tsx';
import { Section } from '#panel/components/section.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/alerts.ts';
import type { AlertItem } from './alert-types.ts';

/** The items that an alert is about, with ids to copy and the last answer of the bank. */
export function AlertItems({ items }: { items: readonly AlertItem[] }) {
  return (
    <Section title={texts.items} description={texts.itemsHint}>
      <DataTable
        caption={texts.itemsCaption}
        columns={COLUMNS}
        rows={items}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<AlertItem>[] = [
  { key: 'what', place: 'name', label: texts.what1, render: (item) => <Names item={item} /> },
  {
    key: 'merchant',
    place: 'state',
    label: texts.merchant,
    render: ({ username }) => (username === null ? common.notThere : <Merchant of={username} />),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount }) => (amount === null ? common.notThere : <Money centavos={amount} />),
  },
  { key: 'since', place: 'time', label: texts.since, render: (item) => <Since item={item} /> },
  {
    key: 'bank',
    place: 'more',
    isNamed: true,
    label: texts.bankColumn,
    render: (item) => <BankWord item={item} />,
  },
];

function Names({
  item: { kind, id, end_to_end_id: endToEndId, charge_id: chargeId },
}: {
  item: AlertItem;
}) {
  const ids = [
    [kind === 'incoming_payment' ? texts.ids.endToEndId : texts.ids.id, id],
    [texts.ids.endToEndId, endToEndId],
    [texts.ids.charge, chargeId],
  ] as const;
  return (
    <Stack gap={2} align="flex-start">
      <Text inherit>{texts.kinds[kind]}</Text>
      {ids.map(([label, value]) =>
        value === null ? null : <CopyText key={label} value={value} label={label} />,
      )}
      {kind === 'incoming_payment' && <PayersBank endToEndId={id} />}
    </Stack>
  );
}

function Merchant({ of: username }: { of: string }) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/operador/lojistas/$username" params={{ username }} {...props} />
      )}
      inherit
      underline="always"
    >
      @{username}
    </Anchor>
  );
}

function Since({ item: { kind, at, count } }: { item: AlertItem }) {
  if (count !== null) {
    const text = kind === 'ledger_rule' ? texts.counts.rule : texts.counts.day;
    return text(formatCount(count));
  }
  if (kind === 'dispute' && at !== null) return texts.deadline(formatInstant(at));
  return <Instant at={at} />;
}

function BankWord({ item: { kind, bank, bank_at: bankAt } }: { item: AlertItem }) {
  if (bank === null) return common.notThere;
  const when = kind === 'reconciled_day' ? texts.comparedAt : texts.lastAttempt;
  return (
    <Stack gap={0}>
      <Text inherit>{texts.bankWords[bank]}</Text>
      {bankAt !== null && (
        <Text size="sm" c="dimmed">
          {when(formatInstant(bankAt))}
        </Text>
      )}
    </Stack>
  );
}
