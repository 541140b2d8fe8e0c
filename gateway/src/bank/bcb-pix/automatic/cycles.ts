import assert from 'node:assert/strict';
import type { ReceivingAccount } from '#src/ground/config/bank-config.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import type { Outcome, Period } from '../../outcome.ts';
import {
  ACCOUNT_WORDS,
  type BankCycle,
  type CycleOrder,
  type CyclePage,
  type RecurringBank,
} from '../../recurring-bank.ts';
import { refuseAs } from '../charge-calls.ts';
import { UnreadableAnswer } from '../json-fields.ts';
import { listQuery, PAGE_SIZE } from '../list-query.ts';
import {
  afterFailedSearch,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from '../outcome-of-answer.ts';
import { readListPage } from '../read-list-page.ts';
import { type AutomaticSettings, mayBeDone } from './automatic-settings.ts';
import { readCycle } from './read-cycle.ts';

type CyclesOfBank = Pick<
  RecurringBank,
  'createCycle' | 'findCycle' | 'cancelCycle' | 'retryCycle' | 'listCycles'
>;

const CONFLICT = 409;

/** `/cobr` of the standard: the charges of a recurrence. */
export function cyclesOf(settings: AutomaticSettings): CyclesOfBank {
  return {
    createCycle: (order) => createCycle(settings, order),
    findCycle: (txid) => findCycle(settings, txid),
    cancelCycle: (txid) => cancelCycle(settings, txid),
    retryCycle: (txid, day) => retryCycle(settings, txid, day),
    listCycles: (period, page) => listCycles(settings, period, page),
  };
}

async function createCycle(
  settings: AutomaticSettings,
  order: CycleOrder,
): Promise<Outcome<BankCycle>> {
  const answer = await settings.http.call({
    operation: 'create cycle',
    method: 'PUT',
    path: pathOf(settings, order.txid),
    body: cycleBody(order, settings.account),
  });
  const outcome = outcomeOf(answer, (body) => readCycle(body, settings.pixKey));
  if (outcome.kind === 'done') {
    return isOrdered(outcome.value, order)
      ? outcome
      : unknown('A cobrança do banco difere do pedido.');
  }
  if (!mayBeDone(answer)) return outcome;
  const found = await findCycle(settings, order.txid);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value) {
    return isOrdered(found.value, order) ? done(found.value) : refuseAs('id_taken', outcome);
  }
  if (answer.kind !== 'refused' || answer.status !== CONFLICT) return outcome;
  return unknown('O banco informa que a cobrança existe, mas não a encontra.');
}

async function findCycle(
  settings: AutomaticSettings,
  txid: string,
): Promise<Outcome<BankCycle | undefined>> {
  const answer = await settings.http.call({
    operation: 'find cycle',
    method: 'GET',
    path: pathOf(settings, txid),
  });
  return outcomeOfSearch(answer, (body) => {
    const found = readCycle(body, settings.pixKey);
    if (found.txid !== txid) throw new UnreadableAnswer('txid');
    return found;
  });
}

async function cancelCycle(settings: AutomaticSettings, txid: string): Promise<Outcome<BankCycle>> {
  const answer = await settings.http.call({
    operation: 'cancel cycle',
    method: 'PATCH',
    path: pathOf(settings, txid),
    body: { status: 'CANCELADA' },
  });
  const outcome = outcomeOf(answer, (body) => readCycle(body, settings.pixKey));
  if (outcome.kind === 'done') {
    const isRight = outcome.value.txid === txid && outcome.value.status === 'canceled';
    return isRight ? outcome : unknown('O banco não cancelou a cobrança.');
  }
  if (!mayBeDone(answer)) return outcome;
  const found = await findCycle(settings, txid);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value?.status === 'canceled') return done(found.value);
  return found.value && isEnded(found.value) ? refuseAs('cycle_ended', outcome) : outcome;
}

async function retryCycle(
  settings: AutomaticSettings,
  txid: string,
  day: string,
): Promise<Outcome<BankCycle>> {
  const answer = await settings.http.call({
    operation: 'retry cycle',
    method: 'POST',
    path: `${pathOf(settings, txid)}/retentativa/${day}`,
  });
  const outcome = outcomeOf(answer, (body) => readCycle(body, settings.pixKey));
  const isMade = (cycle: BankCycle): boolean =>
    cycle.attempts.some((attempt) => attempt.kind === 'retry' && attempt.day === day);
  if (outcome.kind === 'done') {
    const isRight = outcome.value.txid === txid && isMade(outcome.value);
    return isRight ? outcome : unknown('O banco não agendou a nova tentativa.');
  }
  if (!mayBeDone(answer)) return outcome;
  const found = await findCycle(settings, txid);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (!found.value) return outcome;
  if (isMade(found.value)) return done(found.value);
  return isEnded(found.value) ? refuseAs('cycle_ended', outcome) : outcome;
}

async function listCycles(
  { http, pathPrefix, pixKey }: AutomaticSettings,
  period: Period,
  page: number,
): Promise<Outcome<CyclePage>> {
  const answer = await http.call({
    operation: 'list cycles',
    method: 'GET',
    path: `${pathPrefix}/cobr`,
    query: listQuery(period, page),
  });
  return outcomeOf(answer, (body) => {
    const asked = { page, size: PAGE_SIZE };
    const { items, ...rest } = readListPage(body, asked, {
      field: 'cobsr',
      idOf: (item) => (typeof item.txid === 'string' ? item.txid : undefined),
      read: (item) => readCycle(item, pixKey),
    });
    return { cycles: items, ...rest };
  });
}

/** `CobRSolicitada` of the standard. */
function cycleBody(order: CycleOrder, { branch, number, type }: ReceivingAccount) {
  return {
    idRec: order.recurrenceId,
    calendario: { dataDeVencimento: order.dueDate },
    valor: { original: centavosToDecimal(order.amount) },
    // Local holidays of the payer may move a due date that is a business day of the country.
    ajusteDiaUtil: order.movesToBusinessDay ?? true,
    recebedor: {
      conta: number,
      tipoConta: ACCOUNT_WORDS[type],
      ...(branch !== undefined && { agencia: branch }),
    },
    ...(order.note !== null && { infoAdicional: order.note }),
    ...(order.debtor && { devedor: order.debtor }),
  };
}

function isOrdered(made: BankCycle, order: CycleOrder): boolean {
  return (
    made.txid === order.txid &&
    made.recurrenceId === order.recurrenceId &&
    made.amount === order.amount &&
    made.dueDate === order.dueDate
  );
}

function isEnded({ status }: BankCycle): boolean {
  return status !== 'created' && status !== 'active';
}

function pathOf({ pathPrefix }: AutomaticSettings, txid: string): string {
  assert(isTxid(txid), 'A txid has 26 to 35 letters and digits.');
  return `${pathPrefix}/cobr/${txid}`;
}
