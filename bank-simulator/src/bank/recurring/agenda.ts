import type { Bank } from '../bank.ts';
import { nameOf, type RecurringRecord } from './recurring-records.ts';

/** Saves a record, and plans its next work. */
export function saveRecurring(bank: Bank, record: RecurringRecord): void {
  const { state, agenda } = bank;
  const name = nameOf(record);
  if (record.kind === 'recurrence') state.recurrences.put(record.row);
  else if (record.kind === 'solicitation') state.solicitations.put(record.row);
  else state.recurringCharges.put(record.row);
  const { nextAt } = record.row;
  if (nextAt === undefined) agenda.recurring.delete(name);
  else agenda.recurring.set(name, nextAt);
}

/** The record that a name of the agenda belongs to. */
export function recordOf({ state }: Bank, name: string): RecurringRecord | undefined {
  const [kind = '', id = ''] = name.split('/');
  if (kind === 'recurrence') return found(kind, state.recurrences.get(id));
  if (kind === 'solicitation') return found(kind, state.solicitations.get(id));
  return found('charge', state.recurringCharges.get(id));
}

function found(kind: RecurringRecord['kind'], row: unknown): RecurringRecord | undefined {
  return row === undefined ? undefined : ({ kind, row } as RecurringRecord);
}

/** A copy without an optional field. */
export function without<Row extends object, Name extends keyof Row>(
  row: Row,
  name: Name,
): Omit<Row, Name> {
  const { [name]: _, ...rest } = row;
  return rest;
}
