import type { BankAttempt } from '#src/bank/recurring-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { CycleAtBank } from '#src/subscriptions/live/cycles/bank-cycle.ts';
import { CYCLE_REJECTIONS } from '#src/subscriptions/reasons/cycle-reasons.ts';
import {
  type Attempt,
  type AttemptKind,
  type Cycle,
  isOpen,
  NEVER_AT_BANK,
  NO_BALANCE,
  type Subscription,
} from '#src/subscriptions/subscription.ts';

/** A failed charge can be tried again so many days after its due date. */
export const RETRY_DAYS = 7;

/** The states of the charge of a cycle in the standard. */
export const cobrStatuses = [
  'CRIADA',
  'ATIVA',
  'CONCLUIDA',
  'EXPIRADA',
  'REJEITADA',
  'CANCELADA',
] as const;
export type CobrStatus = (typeof cobrStatuses)[number];

export const KIND_WORDS: Readonly<Record<AttemptKind, string>> = {
  scheduled: 'AGND',
  new_attempt: 'NTAG',
  resend: 'RIFL',
};

export const BANK_KIND_WORDS: Readonly<Record<BankAttempt['kind'], string>> = {
  scheduled: 'AGND',
  retry: 'NTAG',
  resend: 'RIFL',
};

export const BANK_STATUS_WORDS: Readonly<Record<BankAttempt['status'], string>> = {
  requested: 'SOLICITADA',
  scheduled: 'AGENDADA',
  paid: 'PAGA',
  canceled: 'CANCELADA',
  rejected: 'REJEITADA',
  expired: 'EXPIRADA',
};

/** The codes with which a refused attempt ends the charge. */
export const ENDING_CODES: readonly string[] = Object.entries(CYCLE_REJECTIONS)
  .filter(([, { endsCycle }]) => endsCycle)
  .map(([code]) => code);

/** Whether a text is a state of the standard. */
export function isCobrStatus(text: string): text is CobrStatus {
  return (cobrStatuses as readonly string[]).includes(text);
}

/** The facts that decide the state of a cycle's charge. */
export interface StateOfCobr {
  readonly subscription: Pick<Subscription, 'retries' | 'environment'>;
  readonly cycle: Pick<Cycle, 'status' | 'reason' | 'dueOn'>;
  /** Of a live cycle: what the bank has said. */
  readonly atBank: Pick<CycleAtBank, 'status'> | null;
  /** In milliseconds: an unpaid charge expires by time. */
  readonly now: number;
}

/**
 * The state of the charge of a cycle. A live one is only created until the bank has sent it to the
 * payer's bank, canceled if the bank never took it, and rejected if the bank says so. A failed one
 * is active as long as it may be tried again, and expires after the last day of the retries;
 * `cycle-list-store.ts` filters by the same rules.
 */
export function cobrStatusOf({ subscription, cycle, atBank, now }: StateOfCobr): CobrStatus {
  const { retries, environment } = subscription;
  if (cycle.status === 'paid') return 'CONCLUIDA';
  if (cycle.status === 'canceled' || isNeverAtBank(cycle)) return 'CANCELADA';
  if (isOpen(cycle)) {
    const isUnsent = cycle.status === 'scheduled' && (atBank?.status ?? 'created') === 'created';
    return environment === 'live' && isUnsent ? 'CRIADA' : 'ATIVA';
  }
  const isEnding = cycle.reason !== null && ENDING_CODES.includes(cycle.reason);
  if (isEnding || atBank?.status === 'rejected') return 'REJEITADA';
  const mayBeRetried =
    retries !== 'none' && brazilianDayOf(now) <= addDays(cycle.dueOn, RETRY_DAYS);
  return mayBeRetried ? 'ATIVA' : 'EXPIRADA';
}

/** Whether a cycle failed because its bank never took the charge. */
export function isNeverAtBank({ status, reason }: Pick<Cycle, 'status' | 'reason'>): boolean {
  return status === 'failed' && reason !== null && NEVER_AT_BANK.includes(reason);
}

/** The state of an attempt; one without money on its day just ends. */
export function attemptWord({ status, code }: Pick<Attempt, 'status' | 'code'>): string {
  switch (status) {
    case 'scheduled':
      return 'AGENDADA';
    case 'paid':
      return 'PAGA';
    case 'canceled':
      return 'CANCELADA';
    case 'failed':
      return code === null || code === NO_BALANCE ? 'EXPIRADA' : 'REJEITADA';
  }
}
