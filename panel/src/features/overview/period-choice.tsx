import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ChosenPeriod, type OwnPeriod, PERIOD_NAMES } from '#panel/early/overview-address.ts';
import type { Overview } from './overview-types.ts';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The choice of a period by its name or by its days. */
export function PeriodChoice({
  chosen,
  shown,
  onChoose,
}: {
  chosen: ChosenPeriod;
  /** The days that are shown; with them begins the choice of days. */
  shown: Overview['period'] | undefined;
  onChoose: (period: ChosenPeriod) => void;
}) {
  const isOwn = typeof chosen !== 'string';
  const now = today.format(new Date());
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label={texts.period}
        value={isOwn ? 'own' : chosen}
        onChange={(event) => {
          const name = PERIOD_NAMES.find((one) => one === event.currentTarget.value);
          onChoose(name ?? { from: shown?.from ?? now, to: shown?.to ?? now });
        }}
        data={[...PERIOD_NAMES, 'own' as const].map((value) => ({
          value,
          label: texts.periods[value],
        }))}
      />
      {isOwn && <Days period={chosen} now={now} onChoose={onChoose} />}
    </Group>
  );
}

/** Both days. What is typed is used as soon as it is a period. */
function Days({
  period,
  now,
  onChoose,
}: {
  period: OwnPeriod;
  now: string;
  onChoose: (period: OwnPeriod) => void;
}) {
  const [typed, setTyped] = useState(period);
  const change = (part: Partial<OwnPeriod>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (isPeriod(next, now)) onChoose(next);
  };
  const error = isPeriod(typed, now) ? undefined : texts.wrongPeriod;
  return (
    <>
      <TextInput
        type="date"
        aria-label={texts.from}
        max={now}
        value={typed.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label={texts.to}
        max={now}
        value={typed.to}
        error={error}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </>
  );
}

function isPeriod({ from, to }: OwnPeriod, now: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= DAYS_MAX && to <= now;
}
