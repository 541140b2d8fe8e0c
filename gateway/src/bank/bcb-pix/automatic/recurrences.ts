import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { plainText } from '#src/ground/plain-text.ts';
import type { Outcome, Period } from '../../outcome.ts';
import {
  type BankRecurrence,
  INTERVAL_WORDS,
  type RecurrenceOrder,
  type RecurrencePage,
  type RecurrenceRevision,
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
import { readRecurrence } from './read-recurrence.ts';
import { createRecurrenceLocation } from './recurrence-locations.ts';

type RecurrencesOfBank = Pick<
  RecurringBank,
  | ('createRecurrence' | 'findRecurrence' | 'reviseRecurrence')
  | ('cancelRecurrence' | 'listRecurrences')
>;
/** A fault of the request that makes the location, which leaves nothing that must be found. */
const AGAIN_AFTER_SECONDS = 5;

/** `/rec` of the standard. */
export function recurrencesOf(settings: AutomaticSettings): RecurrencesOfBank {
  return {
    reviseRecurrence: (id, revision) => reviseRecurrence(settings, id, revision),
    createRecurrence: (order, earlier) => createRecurrence(settings, order, earlier),
    findRecurrence: (id, chargeTxid) => findRecurrence(settings, id, chargeTxid),
    cancelRecurrence: (id) => cancelRecurrence(settings, id),
    listRecurrences: (period, page) => listRecurrences(settings, { period, page }),
  };
}

async function createRecurrence(
  settings: AutomaticSettings,
  order: RecurrenceOrder,
  earlier: Period | undefined,
): Promise<Outcome<BankRecurrence>> {
  const made = earlier && (await searchContract(settings, order, earlier));
  if (made && made.kind !== 'done') return afterFailedSearch(made);
  if (made?.value) {
    return isOrdered(made.value, order)
      ? done(made.value)
      : unknown('O banco tem outra autorização com o mesmo contrato.');
  }
  const location = await placeOf(settings, order);
  if (location.kind !== 'done') return location;
  const answer = await settings.http.call({
    operation: 'create recurrence',
    method: 'POST',
    path: `${settings.pathPrefix}/rec`,
    body: recurrenceBody(order, location.value),
  });
  const outcome = outcomeOf(answer, readRecurrence);
  if (outcome.kind !== 'done' || isOrdered(outcome.value, order)) return outcome;
  return unknown('A autorização do banco difere do pedido.');
}

/**
 * A location that no recurrence uses is harmless, so a lost answer is a request that was not sent:
 * the next attempt makes another location.
 */
async function placeOf(
  settings: AutomaticSettings,
  { hasCode, locationId }: RecurrenceOrder,
): Promise<Outcome<number | undefined>> {
  if (!hasCode || locationId !== undefined) return done(locationId);
  const outcome = await createRecurrenceLocation(settings);
  if (outcome.kind === 'done') return done(outcome.value.id);
  if (outcome.kind !== 'unknown') return outcome;
  return { kind: 'unavailable', retryAfterSeconds: AGAIN_AFTER_SECONDS };
}

/** After a refusal the bank is read: an earlier attempt may have changed it. */
async function reviseRecurrence(
  settings: AutomaticSettings,
  id: string,
  revision: RecurrenceRevision,
): Promise<Outcome<BankRecurrence>> {
  const answer = await settings.http.call({
    operation: 'revise recurrence',
    method: 'PATCH',
    path: pathOf(settings, id),
    body: revisionBody(revision),
  });
  const outcome = outcomeOf(answer, readRecurrence);
  if (outcome.kind === 'done') {
    return isRevised(outcome.value, revision, { mayOmit: true }) && outcome.value.id === id
      ? outcome
      : unknown('O banco não alterou a autorização.');
  }
  if (!mayBeDone(answer)) return outcome;
  const found = await findRecurrence(settings, id);
  if (found.kind !== 'done') return afterFailedSearch(found);
  const isDone = found.value && isRevised(found.value, revision, { mayOmit: false });
  return isDone && found.value ? done(found.value) : outcome;
}

async function findRecurrence(
  settings: AutomaticSettings,
  id: string,
  chargeTxid?: string,
): Promise<Outcome<BankRecurrence | undefined>> {
  const answer = await settings.http.call({
    operation: 'find recurrence',
    method: 'GET',
    path: pathOf(settings, id),
    ...(chargeTxid !== undefined && { query: { txid: chargeTxid } }),
  });
  return outcomeOfSearch(answer, (body) => {
    const found = readRecurrence(body);
    if (found.id !== id) throw new UnreadableAnswer('idRec');
    return found;
  });
}

async function cancelRecurrence(
  settings: AutomaticSettings,
  id: string,
): Promise<Outcome<BankRecurrence>> {
  const answer = await settings.http.call({
    operation: 'cancel recurrence',
    method: 'PATCH',
    path: pathOf(settings, id),
    body: { status: 'CANCELADA' },
  });
  const outcome = outcomeOf(answer, readRecurrence);
  if (outcome.kind === 'done') {
    const isRight = outcome.value.id === id && outcome.value.status === 'canceled';
    return isRight ? outcome : unknown('O banco não cancelou a autorização.');
  }
  if (!mayBeDone(answer)) return outcome;
  const found = await findRecurrence(settings, id);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value?.status === 'canceled') return done(found.value);
  const isEnded = found.value?.status === 'rejected' || found.value?.status === 'expired';
  return isEnded ? refuseAs('recurrence_ended', outcome) : outcome;
}

async function listRecurrences(
  { http, pathPrefix }: AutomaticSettings,
  { period, page, filter = {} }: ListOrder,
): Promise<Outcome<RecurrencePage>> {
  const answer = await http.call({
    operation: 'list recurrences',
    method: 'GET',
    path: `${pathPrefix}/rec`,
    query: { ...listQuery(period, page), ...filter },
  });
  return outcomeOf(answer, (body) => {
    const asked = { page, size: PAGE_SIZE };
    const { items, ...rest } = readListPage(body, asked, {
      field: 'recs',
      idOf: (item) => (typeof item.idRec === 'string' ? item.idRec : undefined),
      read: readRecurrence,
    });
    return { recurrences: items, ...rest };
  });
}

interface ListOrder {
  readonly period: Period;
  readonly page: number;
  readonly filter?: Readonly<Record<string, string>>;
}

/** A recurrence of the order's contract that was made in a period. */
async function searchContract(
  settings: AutomaticSettings,
  { contract, payer }: RecurrenceOrder,
  period: Period,
): Promise<Outcome<BankRecurrence | undefined>> {
  for (let page = 0; ; page += 1) {
    const filter = documentField(payer.document);
    const listed = await listRecurrences(settings, { period, page, filter });
    if (listed.kind !== 'done') return listed;
    const { recurrences, unreadable, hasMore } = listed.value;
    const found = recurrences.find((found) => found.contract === contract);
    if (found) return done(found);
    // The unreadable one may be ours, so nothing may be made again.
    if (unreadable[0]) return unknown(unreadable[0].reason);
    if (!hasMore) return done(undefined);
  }
}

/** `RecSolicitada` of the standard. */
function recurrenceBody(order: RecurrenceOrder, loc: number | undefined) {
  const { contract, description, payer, price } = order;
  return {
    vinculo: {
      contrato: contract,
      ...(description !== '' && { objeto: description }),
      devedor: { ...documentField(payer.document), nome: payer.name },
    },
    calendario: {
      dataInicial: order.firstDay,
      ...(order.lastDay !== null && { dataFinal: order.lastDay }),
      periodicidade: INTERVAL_WORDS[order.interval],
    },
    ...priceField(price),
    politicaRetentativa: order.retries ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
    ...(loc !== undefined && { loc }),
    ...(order.firstChargeTxid !== null && activationField(order.firstChargeTxid)),
  };
}

/** `RecRevisada` of the standard. */
function revisionBody({ payerName, firstDay, locationId, firstChargeTxid }: RecurrenceRevision) {
  return {
    ...(payerName !== undefined && { vinculo: { devedor: { nome: payerName } } }),
    ...(firstDay !== undefined && { calendario: { dataInicial: firstDay } }),
    ...(locationId !== undefined && { loc: locationId }),
    ...(firstChargeTxid !== undefined && activationField(firstChargeTxid)),
  };
}

function activationField(txid: string) {
  return { ativacao: { dadosJornada: { txid } } };
}

/**
 * Whether a recurrence is as wanted. The answer of a change may omit what it has not. A bank may
 * write names in capitals or shorten them, so a name is not compared when the bank has accepted it.
 */
function isRevised(
  found: BankRecurrence,
  revision: RecurrenceRevision,
  { mayOmit }: { readonly mayOmit: boolean },
): boolean {
  const { payerName } = revision;
  const isNamed = plainText(payerName ?? '') === plainText(found.payerName ?? '');
  if (!mayOmit && payerName !== undefined && !isNamed) return false;
  const names = ['firstDay', 'locationId', 'firstChargeTxid'] as const;
  return names.every((name) => {
    const isOmitted = revision[name] === undefined || (mayOmit && found[name] === null);
    return isOmitted || revision[name] === found[name];
  });
}

function priceField(price: RecurrenceOrder['price']) {
  if (price.kind === 'fixed') return { valor: { valorRec: centavosToDecimal(price.amount) } };
  if (price.minimum === null) return {};
  return { valor: { valorMinimoRecebedor: centavosToDecimal(price.minimum) } };
}

function documentField(document: string): Record<string, string> {
  const taxId = parseTaxId(document, { checkDigits: false });
  if (!taxId) throw new RangeError('The payer of a recurrence has a document.');
  return { [taxId.kind]: taxId.digits };
}

function isOrdered(made: BankRecurrence, order: RecurrenceOrder): boolean {
  return (
    made.contract === order.contract &&
    made.firstDay === order.firstDay &&
    made.lastDay === order.lastDay &&
    made.interval === order.interval &&
    made.retries === order.retries &&
    made.payerDocument === Object.values(documentField(order.payer.document))[0] &&
    isSamePrice(made.price, order.price)
  );
}

function isSamePrice(price: RecurrenceOrder['price'], other: RecurrenceOrder['price']): boolean {
  if (price.kind === 'fixed') return other.kind === 'fixed' && price.amount === other.amount;
  return other.kind === 'variable' && price.minimum === other.minimum;
}

function pathOf({ pathPrefix }: AutomaticSettings, id: string): string {
  return `${pathPrefix}/rec/${encodeURIComponent(id)}`;
}
