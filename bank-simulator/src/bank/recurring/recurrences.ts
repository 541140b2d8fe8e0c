import { addDays, dayAt, instantOf } from '../../calendar.ts';
import { createRecurrenceId } from '../../identifiers.ts';
import type { Closing, Debtor, Recurrence, RecurrenceStatus } from '../../state/records.ts';
import { announceEvent } from '../announce.ts';
import { type Bank, now } from '../bank.ts';
import { BankRefusal, refuseField } from '../refusal.ts';
import { saveRecurring, without } from './agenda.ts';
import { checkRecurrenceOrder, type RecurrenceOrder } from './check-recurrence-order.ts';
import { checkRecurrenceLocation, takeRecurrenceLocation } from './locations.ts';
import { representRecurrenceNotice } from './represent-recurrences.ts';

const INVALID = 'recurrenceInvalid';

/** The fields that `PATCH /rec/{idRec}` can change; undefined for what stays. */
export interface RecurrenceRevision {
  readonly debtorName?: string | undefined;
  readonly firstDay?: string | undefined;
  readonly locationId?: number | undefined;
  readonly journeyTxid?: string | undefined;
}

/** `POST /rec`. Throws BankRefusal. */
export function createRecurrence(bank: Bank, order: RecurrenceOrder): Recurrence {
  const createdAt = now(bank);
  checkRecurrenceOrder(bank, order, dayAt(createdAt));
  checkRecurrenceLocation(bank, { id: order.locationId });
  const kind = order.retries === 'PERMITE_3R_7D' ? 'RR' : 'RN';
  const { lastDay } = order;
  const recurrence: Recurrence = {
    ...order,
    debtor: bookedDebtor(bank, order.debtor),
    id: createRecurrenceId(kind, dayAt(createdAt)),
    status: 'CRIADA',
    steps: [{ status: 'CRIADA', at: createdAt }],
    createdAt,
    journey: 'AGUARDANDO_DEFINICAO',
    ...(lastDay === undefined ? {} : { nextAt: instantOf(addDays(lastDay, 1), 0) }),
  };
  return bank.state.transaction(() => {
    takeRecurrenceLocation(bank, recurrence);
    saveRecurring(bank, { kind: 'recurrence', row: recurrence });
    return recurrence;
  });
}

export function findRecurrence(bank: Bank, id: string): Recurrence {
  const recurrence = bank.state.recurrences.get(id);
  if (recurrence !== undefined) return recurrence;
  const message = 'Nenhuma recorrência encontrada para o idRec informado';
  throw new BankRefusal('recurrenceNotFound', message);
}

/** Whether a recurrence can still be changed or authorised. */
export function isLive({ status }: Recurrence): boolean {
  return status === 'CRIADA' || status === 'APROVADA';
}

/** `PATCH /rec/{idRec}`, but for its cancellation. Throws BankRefusal. */
export function reviseRecurrence(
  bank: Bank,
  recurrence: Recurrence,
  revision: RecurrenceRevision,
): Recurrence {
  checkRevision(bank, recurrence, revision);
  const { debtorName, firstDay, locationId, journeyTxid } = revision;
  const debtor = { ...recurrence.debtor, nome: debtorName ?? recurrence.debtor.nome };
  const revised: Recurrence = {
    ...recurrence,
    debtor: bookedDebtor(bank, debtor),
    firstDay: firstDay ?? recurrence.firstDay,
    ...(locationId === undefined ? {} : { locationId }),
    ...(journeyTxid === undefined ? {} : { journeyTxid }),
  };
  return bank.state.transaction(() => {
    takeRecurrenceLocation(bank, revised, recurrence.locationId);
    saveRecurring(bank, { kind: 'recurrence', row: revised });
    return revised;
  });
}

/** The debtor as the bank writes names. */
function bookedDebtor({ settings }: Bank, debtor: Debtor): Debtor {
  if (!settings.capitalizesNames) return debtor;
  const nome = debtor.nome.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return { ...debtor, nome };
}

/** Refuses a recurrence that has ended. Throws BankRefusal. */
export function refuseEnded(recurrence: Recurrence): void {
  if (isLive(recurrence)) return;
  const reason = 'A recorrência encontra-se expirada, cancelada ou rejeitada';
  throw refuseField(INVALID, 'rec.status', reason);
}

function checkRevision(bank: Bank, recurrence: Recurrence, revision: RecurrenceRevision): void {
  refuseEnded(recurrence);
  const { firstDay, locationId } = revision;
  const isCreated = recurrence.status === 'CRIADA';
  const only = 'somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA';
  if (locationId !== undefined && !isCreated) {
    throw refuseField(INVALID, 'rec.loc', `O campo rec.loc ${only}`);
  }
  if (firstDay !== undefined && !isCreated) {
    const name = 'rec.calendario.dataInicial';
    throw refuseField(INVALID, name, `O campo ${name} ${only}`);
  }
  const order = { ...recurrence, firstDay: firstDay ?? recurrence.firstDay };
  if (firstDay !== undefined) checkRecurrenceOrder(bank, order, dayAt(recurrence.createdAt));
  checkRecurrenceLocation(bank, { id: locationId, recurrenceId: recurrence.id });
}

/** Gives a recurrence another state, and tells it by a call-back. Call it in a transaction. */
export function moveRecurrence(
  bank: Bank,
  recurrence: Recurrence,
  change: {
    readonly status: RecurrenceStatus;
    readonly at: number;
    readonly fields?: Partial<Recurrence>;
    readonly closing?: Closing;
  },
): Recurrence {
  const { status, at, fields, closing } = change;
  const moved: Recurrence = {
    ...recurrence,
    ...fields,
    status,
    steps: [...recurrence.steps, { status, at }],
    ...(closing === undefined ? {} : { closing }),
  };
  const row = isLive(moved) ? moved : without(moved, 'nextAt');
  saveRecurring(bank, { kind: 'recurrence', row });
  announceEvent(bank, 'rec', representRecurrenceNotice(row));
  return row;
}
