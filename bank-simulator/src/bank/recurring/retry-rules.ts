import { addDays, isDay } from '../../calendar.ts';
import type { Attempt, Recurrence, RecurringCharge } from '../../state/records.ts';
import { isOpen } from './cancel-charges.ts';
import { cycleStart } from './cycles.ts';
import { openAttemptOf } from './move-charges.ts';

const RETRIES_MAX = 3;
const RETRY_DAYS = 7;

/** The last day for which a new attempt may be requested; undefined if there is none left. */
export function lastRetryDay(charge: RecurringCharge, recurrence: Recurrence): string | undefined {
  if (recurrence.retries === 'NAO_PERMITE' || recurrence.status === 'CANCELADA') return undefined;
  if (charge.attempts.filter(({ kind }) => kind === 'NTAG').length >= RETRIES_MAX) return undefined;
  const last = addDays(charge.dueDate, RETRY_DAYS);
  const nextCycle = cycleStart(recurrence, charge.cycle + 1);
  return last < nextCycle ? last : addDays(nextCycle, -1);
}

/** Why no attempt can be requested for a day; undefined if it can. */
export function reasonAgainstRetry(
  charge: RecurringCharge,
  recurrence: Recurrence,
  { day, today }: { readonly day: string; readonly today: string },
): string | undefined {
  if (!isDay(day)) return 'O parâmetro data não respeita o schema';
  if (recurrence.retries === 'NAO_PERMITE') {
    return 'A política configurada na recorrência não permite retentativa de cobrança';
  }
  if (!isOpen(charge)) return `A cobrança está ${charge.status}`;
  const open: Attempt | undefined = openAttemptOf(charge);
  if (open !== undefined) return `Existe uma tentativa com status ${open.status}`;
  if (charge.attempts.length === 0) return 'A cobrança ainda não teve a primeira tentativa';
  if (day <= today) return 'O parâmetro data não corresponde a uma data futura';
  if (charge.attempts.some((one) => one.day === day)) {
    return 'Existe uma tentativa vigente para a data informada';
  }
  if (day <= charge.settlementDay) return 'A data não é posterior à da primeira tentativa';
  const last = lastRetryDay(charge, recurrence);
  if (last === undefined) return 'A cobrança não tem mais retentativas';
  return day > last ? `A última data possível é ${last}` : undefined;
}
