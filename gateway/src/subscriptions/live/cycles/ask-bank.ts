import type { Outcome } from '#src/bank/outcome.ts';
import type { BankCycle, CycleOrder, RecurringBank } from '#src/bank/recurring-bank.ts';
import type { CycleTerms } from '#src/charges/standard-charge.ts';
import type { Cycle, SubscriptionState } from '../../subscription.ts';
import type { CycleAtBank } from './bank-cycle.ts';
import type { Call } from './next-call.ts';

const NOTE_LENGTH_MAX = 140;

/** A call of the bank, with its cycle. */
export interface BankCall {
  readonly row: CycleAtBank;
  readonly call: Exclude<Call, 'give_up' | 'close'>;
  readonly state: SubscriptionState;
  readonly cycle: Cycle | undefined;
  /** The start of an earlier change without a clear answer; null without one. */
  readonly unclearSince: number | null;
  /** The terms that the merchant named, by the Central Bank's API. */
  readonly terms: CycleTerms | undefined;
}

/**
 * Asks the bank. A cancellation that comes after the end of the charge is answered with that end.
 * Throws for a charge that the bank has with other terms, and for a subscription without a
 * recurrence at the bank.
 */
export async function askBank(
  bank: RecurringBank,
  asked: BankCall,
): Promise<Outcome<BankCycle | undefined>> {
  const { row, call } = asked;
  const { txid } = row;
  switch (call) {
    case 'find':
      return bank.findCycle(txid);
    case 'create':
      return createCycle(bank, asked);
    case 'retry':
      return bank.retryCycle(txid, row.retryOn ?? row.dueOn);
    case 'cancel': {
      const outcome = await bank.cancelCycle(txid);
      const isEnded = outcome.kind === 'refused' && outcome.refusal.code === 'cycle_ended';
      return isEnded ? bank.findCycle(txid) : outcome;
    }
  }
}

/** Registers a cycle, unless an earlier attempt without a clear answer has done it. */
async function createCycle(
  bank: RecurringBank,
  asked: BankCall,
): Promise<Outcome<BankCycle | undefined>> {
  if (asked.unclearSince !== null) {
    const earlier = await bank.findCycle(asked.row.txid);
    // A refused search says nothing about the cycle.
    if (earlier.kind === 'refused') return { kind: 'unknown', reason: earlier.refusal.message };
    if (earlier.kind !== 'done' || earlier.value) return earlier;
  }
  return bank.createCycle(orderOf(asked));
}

function orderOf({ row, state, cycle, terms }: BankCall): CycleOrder {
  const { recurrenceId, description } = state.subscription;
  if (recurrenceId === null) throw new Error('the subscription has no recurrence at the bank');
  if (!cycle) throw new Error('a cycle to register is missing');
  const note = terms?.information ?? description.slice(0, NOTE_LENGTH_MAX);
  return {
    txid: row.txid,
    recurrenceId,
    amount: cycle.amount,
    dueDate: row.dueOn,
    note,
    movesToBusinessDay: terms?.movesToBusinessDay ?? true,
    ...(terms?.debtor && { debtor: terms.debtor }),
  };
}
