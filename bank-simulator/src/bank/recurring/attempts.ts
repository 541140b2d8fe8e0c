import { addDays, dayAt, instantOf } from '../../calendar.ts';
import { createEndToEndId, PAYERS_BANK_NUMBER } from '../../identifiers.ts';
import type { Attempt, AttemptKind, Recurrence, RecurringCharge } from '../../state/records.ts';
import type { Bank } from '../bank.ts';
import { recordPayment } from '../payments.ts';
import { saveRecurring } from './agenda.ts';
import { endsCharge } from './codes.ts';
import { closeCharge, openAttemptOf, saveAttempt, updateCharge } from './move-charges.ts';
import { payerOf, reasonAgainstDebit, takeFromPayer } from './payer-accounts.ts';
import { findRecurrence } from './recurrences.ts';
import { lastRetryDay } from './retry-rules.ts';

/** The hours of Brasília at which the payer's bank tries to debit: from 0 to 8, and 18 to 21. */
const HOURS = { first: 6, second: 19 };
const FAILURE_OF_BANK = 'AB10';
const AMOUNT_DIFFERS = 'AM09';
const OVER_LIMIT = 'AM02';

export function newAttempt({
  day,
  kind,
  at,
}: {
  readonly day: string;
  readonly kind: AttemptKind;
  readonly at: number;
}): Attempt {
  const endToEndId = createEndToEndId(PAYERS_BANK_NUMBER, at);
  return { endToEndId, day, kind, status: 'SOLICITADA', steps: [{ status: 'SOLICITADA', at }] };
}

/** Sends an instruction to the payer's bank: the charge is ATIVA. Call it in a transaction. */
export function requestAttempt(
  bank: Bank,
  charge: RecurringCharge,
  attempt: Attempt,
): RecurringCharge {
  const at = attempt.steps[0]?.at ?? 0;
  const nextAt = at + bank.settings.messageDelayMs;
  return updateCharge(bank, saveAttempt(charge, attempt, at), { status: 'ATIVA', at, nextAt });
}

/** Does what is due for an open charge at an instant. Call it in a transaction. */
export function advanceCharge(bank: Bank, charge: RecurringCharge, at: number): void {
  const attempt = openAttemptOf(charge);
  const { settlementDay: day } = charge;
  if (attempt === undefined && charge.attempts.length === 0) {
    requestAttempt(bank, charge, newAttempt({ day, kind: 'AGND', at }));
  } else if (attempt === undefined) {
    closeCharge(bank, charge, { status: 'EXPIRADA', at });
  } else if (attempt.status === 'SOLICITADA') {
    answerInstruction(bank, { charge, attempt, at });
  } else {
    debit(bank, { charge, attempt, at });
  }
}

interface Try {
  readonly charge: RecurringCharge;
  readonly attempt: Attempt;
  readonly at: number;
}

/** The payer's bank schedules an attempt, or refuses it. */
function answerInstruction(bank: Bank, { charge, attempt, at }: Try): void {
  const recurrence = findRecurrence(bank, charge.recurrenceId);
  const [fault] = bank.faults.take('scheduleAttempt', ['rejected']);
  const code =
    fault === undefined
      ? reasonAgainstSchedule(bank, charge, recurrence)
      : (fault.code ?? FAILURE_OF_BANK);
  if (code !== undefined) {
    rejectAttempt(bank, { charge, attempt, at }, code);
    return;
  }
  const scheduled = saveAttempt(charge, { ...attempt, status: 'AGENDADA' }, at);
  const nextAt = Math.max(at, instantOf(attempt.day, HOURS.first));
  updateCharge(bank, scheduled, { at, nextAt });
}

function reasonAgainstSchedule(
  bank: Bank,
  { amount }: RecurringCharge,
  recurrence: Recurrence,
): string | undefined {
  if (recurrence.amount !== undefined && recurrence.amount !== amount) return AMOUNT_DIFFERS;
  return reasonAgainstDebit(payerOf(bank, recurrence)) ?? reasonOfLimit(recurrence, amount);
}

function reasonOfLimit({ limit }: Recurrence, amount: bigint): string | undefined {
  return limit !== undefined && amount > limit ? OVER_LIMIT : undefined;
}

/** The payer's bank debits the payer, who then has paid a Pix, or tries again in the evening. */
function debit(bank: Bank, { charge, attempt, at }: Try): void {
  const recurrence = findRecurrence(bank, charge.recurrenceId);
  const [fault] = bank.faults.take('settleAttempt', ['rejected']);
  const reason = reasonAgainstDebit(payerOf(bank, recurrence));
  const code = fault === undefined ? reason : (fault.code ?? FAILURE_OF_BANK);
  const refusal = code ?? reasonOfLimit(recurrence, charge.amount);
  if (refusal !== undefined) {
    rejectAttempt(bank, { charge, attempt, at }, refusal);
    return;
  }
  const isUnfunded = bank.faults.take('settleAttempt', ['unfunded']).length > 0;
  if (!isUnfunded && takeFromPayer(bank, recurrence, charge.amount)) {
    payAttempt(bank, { charge, attempt, at });
    return;
  }
  const evening = instantOf(attempt.day, HOURS.second);
  if (at < evening) saveRecurring(bank, { kind: 'charge', row: { ...charge, nextAt: evening } });
  else giveUp(bank, saveAttempt(charge, { ...attempt, status: 'EXPIRADA' }, at), recurrence, at);
}

function payAttempt(bank: Bank, { charge, attempt, at }: Try): void {
  const { endToEndId } = attempt;
  const { txid, amount } = charge;
  recordPayment(bank, {
    endToEndId,
    txid,
    key: bank.settings.pixKey,
    amount,
    receivedAt: at,
    refunds: [],
  });
  const paid = saveAttempt(charge, { ...attempt, status: 'PAGA' }, at);
  closeCharge(bank, { ...paid, endToEndIds: [endToEndId] }, { status: 'CONCLUIDA', at });
}

/**
 * The payer's bank refuses an attempt. Some codes end the charge. After a failure of that bank the
 * instruction is sent again, once. Call it in a transaction.
 */
export function rejectAttempt(bank: Bank, { charge, attempt, at }: Try, code: string): void {
  const rejected = saveAttempt(charge, { ...attempt, status: 'REJEITADA', rejection: code }, at);
  if (endsCharge(code)) {
    const closing = { kind: 'rejeicao', code } as const;
    closeCharge(bank, rejected, { status: 'REJEITADA', at, closing });
    return;
  }
  const isSentAgain = charge.attempts.some(({ kind, day }) => {
    return kind === 'RIFL' && day === attempt.day;
  });
  const { day } = attempt;
  if (code === FAILURE_OF_BANK && !isSentAgain && dayAt(at) < day) {
    requestAttempt(bank, rejected, newAttempt({ day, kind: 'RIFL', at }));
  } else {
    giveUp(bank, rejected, findRecurrence(bank, charge.recurrenceId), at);
  }
}

/**
 * No attempt is open: the charge waits until no new one can be requested, at least to the end of
 * the day of the last one.
 */
function giveUp(bank: Bank, charge: RecurringCharge, recurrence: Recurrence, at: number): void {
  const lastDay = charge.attempts.at(-1)?.day ?? charge.settlementDay;
  const ends = [instantOf(addDays(lastDay, 1), 0), at];
  const retryDay = lastRetryDay(charge, recurrence);
  // A retry needs a day in the future, so that the last day itself is too late.
  if (retryDay !== undefined) ends.push(instantOf(retryDay, 0));
  updateCharge(bank, charge, { at, nextAt: Math.max(...ends) });
}
