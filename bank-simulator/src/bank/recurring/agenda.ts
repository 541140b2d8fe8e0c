import type { BankState } from '../../state/bank-state.ts';
import type { Recurrence, RecurringCharge, Solicitation } from '../../state/records.ts';
import type { Bank } from '../bank.ts';

/** A record of Pix Automático with pending work, and its name in the agenda. */
export type RecurringRecord =
  | { readonly kind: 'recurrence'; readonly row: Recurrence }
  | { readonly kind: 'solicitation'; readonly row: Solicitation }
  | { readonly kind: 'charge'; readonly row: RecurringCharge };

/** When something happens next to the records of Pix Automático, by their names in the agenda. */
export function recurringWorkOf(state: BankState): Map<string, number> {
  const records: RecurringRecord[] = [
    ...state.recurrences.values().map((row) => ({ kind: 'recurrence' as const, row })),
    ...state.solicitations.values().map((row) => ({ kind: 'solicitation' as const, row })),
    ...state.recurringCharges.values().map((row) => ({ kind: 'charge' as const, row })),
  ];
  return new Map(
    records.flatMap((record) => {
      const { nextAt } = record.row;
      return nextAt === undefined ? [] : [[nameOf(record), nextAt]];
    }),
  );
}

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

function nameOf({ kind, row }: RecurringRecord): string {
  return `${kind}/${kind === 'charge' ? row.txid : row.id}`;
}

/** A copy without an optional field. */
export function without<Row extends object, Name extends keyof Row>(
  row: Row,
  name: Name,
): Omit<Row, Name> {
  const { [name]: _, ...rest } = row;
  return rest;
}
