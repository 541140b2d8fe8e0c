import { Group, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { type ChosenPeriod, type OwnPeriod, PERIOD_NAMES } from '#panel/early/overview-address.ts';
import { texts } from '#texts/period.ts';
import { brasiliaDay } from './brasilia-day.ts';
import { nameOfDays } from './days-of-period.ts';
import { type Month, recentMonths } from './months.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const OWN = 'own';
const ALL = 'all';

/** The choice of a period: by its name, a month, or its first and last day. */
export function PeriodChoice({
  chosen,
  shown,
  label,
  daysMax = DAYS_MAX,
  hasAllTime = false,
  dayLabels = texts,
  mayBeOpen = false,
  onChoose,
}: {
  chosen: ChosenPeriod | undefined;
  /** The days on the page: the first values of the two fields of days. */
  shown: OwnPeriod | undefined;
  /** Shown above the field; without it the field is named for screen readers only. */
  label?: string;
  /** The most days between two chosen days. */
  daysMax?: number;
  /** Whether all time, which is no chosen period, can be chosen. */
  hasAllTime?: boolean;
  /** The names of the fields of the two days, if a page has several periods. */
  dayLabels?: OwnPeriod;
  /** Whether one of the two days may be missing. */
  mayBeOpen?: boolean;
  onChoose: (period: ChosenPeriod | undefined) => void;
}) {
  const [months] = useState(() => closedMonths(new Date()));
  const [byDays, setByDays] = useState(false);
  const named = nameOf(months, chosen);
  const own = typeof chosen === 'object' && (byDays || !named) ? chosen : undefined;
  const today = brasiliaDay(new Date());
  const choose = (value: string) => {
    setByDays(value === OWN);
    if (value === ALL) return onChoose(undefined);
    const name = PERIOD_NAMES.find((one) => one === value);
    const { from, to } = months.find((one) => one.from === value) ?? shown ?? {};
    onChoose(name ?? { from: from ?? today, to: to ?? today });
  };
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        {...(label === undefined ? { 'aria-label': texts.period } : { label })}
        value={own ? OWN : named}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[...(hasAllTime ? [{ value: ALL, label: texts.allTime }] : []), ...optionsOf(months)]}
      />
      {own && (
        <Days
          {...{ today, daysMax, mayBeOpen, onChoose }}
          period={own}
          labels={dayLabels}
          isLabelled={label !== undefined}
        />
      )}
    </Group>
  );
}

function optionsOf(months: readonly Month[]) {
  const option = (value: (typeof PERIOD_NAMES)[number] | typeof OWN) => ({
    value,
    label: texts.periods[value],
  });
  return [
    ...PERIOD_NAMES.map(option),
    option(OWN),
    { group: texts.months, items: months.map(({ from, label }) => ({ value: from, label })) },
  ];
}

/** The months that have ended. */
function closedMonths(now: Date): readonly Month[] {
  const [, ...closed] = recentMonths(now);
  return closed;
}

/** The value in the list of a period that has a name or is a month. */
function nameOf(months: readonly Month[], chosen: ChosenPeriod | undefined): string | undefined {
  if (typeof chosen !== 'object') return chosen ?? ALL;
  const { from, to } = chosen;
  return nameOfDays(chosen) ?? months.find((month) => month.from === from && month.to === to)?.from;
}

/** The fields of the first and last day. They are used as soon as they form a valid period. */
function Days({
  period,
  today,
  daysMax,
  mayBeOpen,
  labels,
  isLabelled,
  onChoose,
}: {
  period: OwnPeriod;
  today: string;
  daysMax: number;
  mayBeOpen: boolean;
  labels: OwnPeriod;
  isLabelled: boolean;
  onChoose: (period: OwnPeriod) => void;
}) {
  const [typed, setTyped] = useState(period);
  const isPeriod = ({ from, to }: OwnPeriod): boolean => {
    if (mayBeOpen && (from === '' || to === '')) return true;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return days >= 1 && days <= daysMax && to <= today;
  };
  const field = (end: 'from' | 'to') => ({
    type: 'date',
    ...(isLabelled ? { label: labels[end] } : { 'aria-label': labels[end] }),
    max: today,
    value: typed[end],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = { ...typed, [end]: event.currentTarget.value };
      setTyped(next);
      if (isPeriod(next)) onChoose(next);
    },
  });
  const error = isPeriod(typed) ? undefined : texts.wrongPeriod(daysMax);
  return (
    <>
      <TextInput {...field('from')} />
      <TextInput {...field('to')} error={error} />
    </>
  );
}
