import type { ReactNode } from 'react';
import { CopyText } from '#panel/components/copy-text.tsx';
import { formatCalendarDay, formatCount, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { texts } from '#texts/alerts.ts';
import type { AlertFact } from './alert-types.ts';

type Show = (value: string | number, name: AlertFact['name']) => ReactNode;

const money: Show = (value) => formatMoney(Number(value));
const count: Show = (value) => formatCount(Number(value));
const instant: Show = (value) => <Instant at={String(value)} />;
const day: Show = (value) => formatCalendarDay(String(value));
const copy: Show = (value, name) => (
  <CopyText value={String(value)} label={texts.factNames[name]} />
);

const SHOWN: Readonly<Record<AlertFact['name'], Show>> = {
  owed: money,
  at_bank: money,
  bank_day: day,
  bank_said: money,
  bank_failure: copy,
  bank_failures: count,
  booked_until: instant,
  verification: copy,
  verified_at: instant,
  waiting: count,
  running: count,
  workers: count,
  backup: copy,
  backup_at: instant,
  failed_file: copy,
  failed_at: instant,
  archived_at: instant,
  reached_at: instant,
  restored_at: instant,
};

/** The value of a fact as people read it; ids and words of the bank can be copied. */
export function factText({ name, value }: AlertFact): ReactNode {
  return SHOWN[name](value, name);
}
