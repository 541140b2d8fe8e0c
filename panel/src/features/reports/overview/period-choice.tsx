import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import { type ChosenPeriod, type OwnPeriod, PERIOD_NAMES } from '#panel/early/overview-address.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;

/** The choice of a period by its name or by its days. */
export function PeriodChoice({
  chosen,
  shown,
  onChoose,
}: {
  chosen: ChosenPeriod;
  /** The days on the page: the first values of the two fields of days. */
  shown: Overview['period'] | undefined;
  onChoose: (period: ChosenPeriod) => void;
}) {
  const isOwn = typeof chosen !== 'string';
  const today = brasiliaDay(new Date());
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label={texts.period}
        value={isOwn ? 'own' : chosen}
        onChange={(event) => {
          const name = PERIOD_NAMES.find((one) => one === event.currentTarget.value);
          onChoose(name ?? { from: shown?.from ?? today, to: shown?.to ?? today });
        }}
        data={[...PERIOD_NAMES, 'own' as const].map((value) => ({
          value,
          label: texts.periods[value],
        }))}
      />
      {isOwn && <Days period={chosen} today={today} onChoose={onChoose} />}
    </Group>
  );
}

/** The fields of the first and last day. They are used as soon as they form a valid period. */
function Days({
  period,
  today,
  onChoose,
}: {
  period: OwnPeriod;
  today: string;
  onChoose: (period: OwnPeriod) => void;
}) {
  const [typed, setTyped] = useState(period);
  const change = (part: Partial<OwnPeriod>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (isPeriod(next, today)) onChoose(next);
  };
  const error = isPeriod(typed, today) ? undefined : texts.wrongPeriod;
  return (
    <>
      <TextInput
        type="date"
        aria-label={texts.from}
        max={today}
        value={typed.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label={texts.to}
        max={today}
        value={typed.to}
        error={error}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </>
  );
}

function isPeriod({ from, to }: OwnPeriod, today: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= DAYS_MAX && to <= today;
}
