import type { BankState } from '../../state/bank-state.ts';
import type { Recurrence, RecurringCharge, Solicitation } from '../../state/records.ts';

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

/** The name of a record in the agenda. */
export function nameOf({ kind, row }: RecurringRecord): string {
  return `${kind}/${kind === 'charge' ? row.txid : row.id}`;
}
