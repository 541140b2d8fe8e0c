import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMay } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts as dueTexts } from '#texts/due.ts';
import { texts as payoutTexts } from '#texts/payouts.ts';
import { texts } from '#texts/transactions.ts';
import {
  PAYOUT_STATUSES,
  STATUSES,
  type TransactionFilter,
  TYPING_PAUSE_MS,
} from './transaction-filter.ts';

const LINKS_SHOWN = 100;

interface FilterProps {
  filter: TransactionFilter;
  onChange: (filter: TransactionFilter) => void;
}

/** The fields of the filters: of all transactions, or of payouts only. */
export function TransactionFilterFields({
  filter,
  onChange,
  ofPayouts,
}: FilterProps & { ofPayouts: boolean }) {
  const statuses = ofPayouts ? PAYOUT_STATUSES : STATUSES;
  const periodTexts = ofPayouts ? payoutTexts : texts;
  return (
    <Group className="filter-fields" align="flex-start" gap="sm">
      {!ofPayouts && <TypeField filter={filter} onChange={onChange} />}
      <NativeSelect
        label={texts.status}
        value={filter.status ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange({ ...filter, status: STATUSES.find((status) => status === chosen) });
        }}
        data={[
          { value: '', label: texts.allStatuses },
          ...statuses.map((value) => ({ value, label: common.statuses[value] ?? value })),
        ]}
      />
      {PERIODS.map(([label, from, to]) => (
        <PeriodChoice
          key={label}
          label={periodTexts[label]}
          chosen={daysOf(filter[from], filter[to])}
          shown={daysOf(filter[from], filter[to])}
          daysMax={Number.POSITIVE_INFINITY}
          hasAllTime
          mayBeOpen
          dayLabels={{ from: periodTexts[from], to: periodTexts[to] }}
          onChoose={(period) => {
            const days = period && daysOfPeriod(period);
            onChange({ ...filter, [from]: days?.from, [to]: days?.to });
          }}
        />
      ))}
      {!ofPayouts && <DueFields filter={filter} onChange={onChange} />}
      <AmountField
        label={texts.amountMin}
        value={filter.amountMin ?? 0}
        onChange={(amountMin) => onChange({ ...filter, amountMin })}
      />
      <AmountField
        label={texts.amountMax}
        value={filter.amountMax ?? 0}
        onChange={(amountMax) => onChange({ ...filter, amountMax })}
      />
      <KeyField filter={filter} onChange={onChange} />
      {!ofPayouts && <LinkField filter={filter} onChange={onChange} />}
    </Group>
  );
}

/** The due dates of pending charges, which are in the future too. */
function DueFields({ filter, onChange }: FilterProps) {
  return (
    <>
      <TextInput
        type="date"
        label={dueTexts.dueFrom}
        value={filter.dueFrom ?? ''}
        onChange={({ currentTarget }) => onChange({ ...filter, dueFrom: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={dueTexts.dueTo}
        value={filter.dueTo ?? ''}
        onChange={({ currentTarget }) => onChange({ ...filter, dueTo: currentTarget.value })}
      />
      <Checkbox
        label={dueTexts.onlyOverdue}
        mt={{ base: 0, sm: 30 }}
        checked={filter.overdue ?? false}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, overdue: currentTarget.checked || undefined })
        }
      />
    </>
  );
}

function TypeField({ filter, onChange }: FilterProps) {
  return (
    <NativeSelect
      label={texts.type}
      value={filter.type ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange({ ...filter, type: KINDS.find((type) => type === chosen) });
      }}
      data={[
        { value: '', label: texts.allTypes },
        ...KINDS.map((value) => ({ value, label: texts.types[value] })),
      ]}
    />
  );
}

/**
 * The keys of the environment, with the revoked ones, because their transactions are listed too. A
 * role that may not list keys chooses between the panel and everything.
 */
function KeyField({ filter, onChange }: FilterProps) {
  const environment = useEnvironment();
  const enabled = useMay('listCredentials');
  const credentials = api.useQuery(
    'get',
    '/api/panel/{environment}/credentials',
    { params: { path: { environment } } },
    { enabled },
  );
  const keys = (credentials.data?.data ?? []).map(({ client_id: value, name }) => ({
    value,
    label: name,
  }));
  return (
    <NativeSelect
      label={texts.key}
      value={filter.clientId ?? ''}
      onChange={(event) => onChange({ ...filter, clientId: event.currentTarget.value })}
      data={[
        { value: '', label: texts.allKeys },
        { value: 'panel', label: texts.madeAtPanel },
        ...keys,
      ]}
    />
  );
}

/** The payment links of the environment: the newest, and the chosen one. */
function LinkField({ filter: { linkId, ...filter }, onChange }: FilterProps) {
  const environment = useEnvironment();
  const links = api.useQuery('get', '/api/panel/{environment}/payment-links', {
    params: { path: { environment }, query: { limit: LINKS_SHOWN } },
  });
  const shown = links.data?.data ?? [];
  const isOlder = linkId !== undefined && links.isSuccess && !shown.some(({ id }) => id === linkId);
  const older = api.useQuery(
    'get',
    '/api/panel/{environment}/payment-links/{id}',
    { params: { path: { environment, id: linkId ?? '' } } },
    { enabled: isOlder, retry: false },
  );
  if (shown.length === 0 && linkId === undefined) return null;
  const chosen = isOlder ? [{ id: linkId, title: older.data?.title ?? linkId }] : [];
  return (
    <NativeSelect
      label={texts.madeByLink}
      maw={{ base: '100%', sm: 260 }}
      value={linkId ?? ''}
      onChange={(event) => onChange({ ...filter, linkId: event.currentTarget.value })}
      data={[
        { value: '', label: texts.allLinks },
        ...[...chosen, ...shown].map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
  );
}

const KINDS = ['charge', 'payout'] as const;
/** Each period: the names of its field, of its first and of its last day. */
const PERIODS = [
  ['createdAt', 'from', 'to'],
  ['paidAt', 'paidFrom', 'paidTo'],
] as const;

/** The days of a filter. One of them may be missing. */
function daysOf(from = '', to = '') {
  return from === '' && to === '' ? undefined : { from, to };
}

function AmountField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (centavos: number) => void;
}) {
  const [typed, setTyped] = useState(value);
  const change = useDebouncedCallback(onChange, TYPING_PAUSE_MS);
  useEffect(() => setTyped(value), [value]);
  return (
    <MoneyInput
      label={label}
      w={{ base: '100%', sm: 150 }}
      value={typed}
      onChange={(centavos) => {
        setTyped(centavos);
        change(centavos);
      }}
    />
  );
}
