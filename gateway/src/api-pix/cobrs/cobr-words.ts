import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CYCLE_REJECTIONS } from '#src/ground/pix/automatic/cycle-reasons.ts';
import {
  type Attempt,
  type AttemptKind,
  type Cycle,
  isOpen,
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

/** The codes with which a refused attempt ends the charge. */
export const ENDING_CODES: readonly string[] = Object.entries(CYCLE_REJECTIONS)
  .filter(([, { endsCycle }]) => endsCycle)
  .map(([code]) => code);

/** Whether a text is a state of the standard. */
export function isCobrStatus(text: string): text is CobrStatus {
  return (cobrStatuses as readonly string[]).includes(text);
}

/**
 * The state of the charge of a cycle. A failed one is active as long as it may be tried again, and
 * expires after the last day of the retries; `cycle-list-store.ts` filters by the same rule.
 */
export function cobrStatusOf(
  { retries }: Pick<Subscription, 'retries'>,
  cycle: Pick<Cycle, 'status' | 'reason' | 'dueOn'>,
  now: number,
): CobrStatus {
  if (cycle.status === 'paid') return 'CONCLUIDA';
  if (cycle.status === 'canceled') return 'CANCELADA';
  if (isOpen(cycle)) return 'ATIVA';
  if (cycle.reason !== null && ENDING_CODES.includes(cycle.reason)) return 'REJEITADA';
  const mayBeRetried =
    retries !== 'none' && brazilianDayOf(now) <= addDays(cycle.dueOn, RETRY_DAYS);
  return mayBeRetried ? 'ATIVA' : 'EXPIRADA';
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
