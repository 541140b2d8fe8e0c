import type { Outcome } from '#src/bank/outcome.ts';
import type { BankCycle, CycleOrder, RecurringBank } from '#src/bank/recurring-bank.ts';
import type { CycleTerms } from '#src/charges/txids/standard-charge.ts';
import type { Cycle, Story } from '../../subscription.ts';
import type { CycleAtBank } from './bank-cycle.ts';
import type { Call } from './next-call.ts';

const NOTE_LENGTH_MAX = 140;

/** A call that asks the bank, with what it is about. */
export interface Question {
  readonly row: CycleAtBank;
  readonly call: Exclude<Call, 'give_up' | 'close'>;
  readonly story: Story;
  readonly cycle: Cycle | undefined;
  /** What the merchant named besides, by the Central Bank's API. */
  readonly terms: CycleTerms | undefined;
}

/**
 * Asks the bank. A cancellation that comes after the end of the charge is answered with that end.
 * Throws for a charge that the bank has with other terms, and for a subscription without a
 * recurrence at the bank.
 */
export async function askBank(
  bank: RecurringBank,
  question: Question,
): Promise<Outcome<BankCycle | undefined>> {
  const { row, call } = question;
  const { txid } = row;
  switch (call) {
    case 'find':
      return bank.findCycle(txid);
    case 'create':
      return bank.createCycle(orderOf(question));
    case 'retry':
      return bank.retryCycle(txid, row.retryOn ?? row.dueOn);
    case 'cancel': {
      const outcome = await bank.cancelCycle(txid);
      const isEnded = outcome.kind === 'refused' && outcome.refusal.code === 'cycle_ended';
      return isEnded ? bank.findCycle(txid) : outcome;
    }
  }
}

function orderOf({ row, story, cycle, terms }: Question): CycleOrder {
  const { recurrenceId, description } = story.subscription;
  if (recurrenceId === null) throw new Error('the subscription has no recurrence at the bank');
  if (!cycle) throw new Error('a cycle to register is missing');
  const note = terms?.information ?? description.slice(0, NOTE_LENGTH_MAX);
  return {
    ...{ txid: row.txid, recurrenceId, amount: cycle.amount, dueDate: row.dueOn, note },
    movesToBusinessDay: terms?.movesToBusinessDay ?? true,
    ...(terms?.debtor && { debtor: terms.debtor }),
  };
}
