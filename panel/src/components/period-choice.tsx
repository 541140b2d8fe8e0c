import { Group, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { type ChosenPeriod, type OwnPeriod, PERIOD_NAMES } from '#panel/early/overview-address.ts';
import { texts } from '#texts/period.ts';
import { brasiliaDay } from './brasilia-day.ts';
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
  onChoose: (period: ChosenPeriod | undefined) => void;
}) {
  const [months] = useState(() => closedMonths(new Date()));
  const month = monthOf(months, chosen);
  const [byDays, setByDays] = useState(false);
  const own = typeof chosen === 'object' && (byDays || !month) ? chosen : undefined;
  const today = brasiliaDay(new Date());
  const choose = (value: string) => {
    setByDays(value === OWN);
    if (value === ALL) return onChoose(undefined);
    const name = PERIOD_NAMES.find((one) => one === value);
    const { from, to } = months.find((one) => one.from === value) ?? shown ?? {};
    onChoose(name ?? { from: from ?? today, to: to ?? today });
  };
  const named = typeof chosen === 'object' ? month?.from : (chosen ?? ALL);
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        {...(label === undefined ? { 'aria-label': texts.period } : { label })}
        value={own ? OWN : named}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[...(hasAllTime ? [{ value: ALL, label: texts.allTime }] : []), ...optionsOf(months)]}
      />
      {own && (
        <Days {...{ today, daysMax, onChoose }} period={own} isLabelled={label !== undefined} />
      )}
    </Group>
  );
}

function optionsOf(months: readonly Month[]) {
  const nameOf = (value: (typeof PERIOD_NAMES)[number] | typeof OWN) => ({
    value,
    label: texts.periods[value],
  });
  return [
    ...PERIOD_NAMES.map(nameOf),
    nameOf(OWN),
    { group: texts.months, items: months.map(({ from, label }) => ({ value: from, label })) },
  ];
}

/** The months that have ended. */
function closedMonths(now: Date): readonly Month[] {
  const [, ...closed] = recentMonths(now);
  return closed;
}

function monthOf(months: readonly Month[], chosen: ChosenPeriod | undefined): Month | undefined {
  if (typeof chosen !== 'object') return undefined;
  return months.find(({ from, to }) => from === chosen.from && to === chosen.to);
}

/** The fields of the first and last day. They are used as soon as they form a valid period. */
function Days({
  period,
  today,
  daysMax,
  isLabelled,
  onChoose,
}: {
  period: OwnPeriod;
  today: string;
  daysMax: number;
  isLabelled: boolean;
  onChoose: (period: OwnPeriod) => void;
}) {
  const [typed, setTyped] = useState(period);
  const isPeriod = ({ from, to }: OwnPeriod): boolean => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return days >= 1 && days <= daysMax && to <= today;
  };
  const field = (end: 'from' | 'to') => ({
    type: 'date',
    ...(isLabelled ? { label: texts[end] } : { 'aria-label': texts[end] }),
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
