import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { createId } from '#src/ground/ids.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { type RecurringFormat, recurringFormats } from '../pix-callbacks/recurring-callback.ts';

/** The ISPB of no bank, so that no id is one that the program knows. */
const ISPB = '99999999';
const ID_LENGTH = 11;

/**
 * The body of a call-back of Pix Automático about samples: recurrences that their payers have
 * authorized, or scheduled charges.
 */
export function recurringSampleBody(format: RecurringFormat, count: number, now: number): string {
  const notices = Array.from({ length: count }, (_, index) =>
    format === 'api_pix_rec' ? recurrence(index, now) : charge(index, now),
  );
  return JSON.stringify({ [recurringFormats[format].list]: notices });
}

function recurrence(index: number, now: number) {
  return {
    idRec: recurrenceId(index, now),
    status: 'APROVADA',
    atualizacao: stepsOf(['CRIADA', 'APROVADA'], now),
    ativacao: { tipoJornada: 'JORNADA_2' },
  };
}

function charge(index: number, now: number) {
  return {
    idRec: recurrenceId(index, now),
    txid: txidFromId(createId(now)),
    status: 'ATIVA',
    atualizacao: stepsOf(['CRIADA', 'ATIVA'], now),
    tentativas: [
      {
        dataLiquidacao: brazilianDayOf(now),
        tipo: 'AGND',
        status: 'AGENDADA',
        endToEndId: `E${ISPB}${dayDigits(now)}0900${sampleNumber(index)}`,
        atualizacao: stepsOf(['SOLICITADA', 'AGENDADA'], now),
      },
    ],
  };
}

function stepsOf(statuses: readonly string[], now: number) {
  return statuses.map((status) => ({ status, data: isoTime(now) }));
}

function recurrenceId(index: number, now: number): string {
  return `RR${ISPB}${dayDigits(now)}${sampleNumber(index)}`;
}

function sampleNumber(index: number): string {
  return `exame${index}`.padStart(ID_LENGTH, '0');
}

function dayDigits(now: number): string {
  return brazilianDayOf(now).replaceAll('-', '');
}
