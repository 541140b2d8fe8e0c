import { type Bank, now } from '../bank.ts';
import { recordOf } from './agenda.ts';
import { advanceCharge } from './attempts.ts';
import { expireRecurrence } from './end-recurrences.ts';
import { advanceSolicitation } from './solicitations.ts';

const STEP_MS = 60_000;

/**
 * Does what is due for recurrences, solicitations and recurring charges. After a jump of the clock
 * it is done in the order of its instants, to the minute, and has the instants of the plan.
 */
export function settleDueRecurring(bank: Bank): void {
  const { recurring } = bank.agenda;
  for (;;) {
    const today = now(bank);
    const due = [...recurring].filter(([, at]) => at <= today).sort(([, a], [, b]) => a - b);
    const [first] = due;
    if (first === undefined) return;
    const until = first[1] + STEP_MS;
    for (const [name, at] of due) {
      if (at <= until) advance(bank, name, at);
    }
  }
}

function advance(bank: Bank, name: string, at: number): void {
  const { recurring } = bank.agenda;
  // An earlier record may have changed this one: it has ended, or its work comes later.
  if (recurring.get(name) !== at) return;
  const record = recordOf(bank, name);
  if (record === undefined) {
    recurring.delete(name);
    return;
  }
  bank.state.transaction(() => {
    if (record.kind === 'recurrence') expireRecurrence(bank, record.row, at);
    else if (record.kind === 'solicitation') advanceSolicitation(bank, record.row, at);
    else advanceCharge(bank, record.row, at);
  });
}
