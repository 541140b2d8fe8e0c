import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { COUNTER_EXPIRES_IN_SECONDS, type TransactionKey } from '#src/charges/charge.ts';
import { readDueToday } from '#src/charges/due/read-due-today.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { isUnnamedPayer } from '#src/charges/standard-charge.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { INTEGRATION_READERS } from '#src/ground/access/roles.ts';
import { brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type FileDays, fileNameOf } from '#src/ground/file-name.ts';
import { endInstant, firstInstant } from '#src/ground/filter-instants.ts';
import type { Language } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { readSettlementsOfCharge } from '#src/ledger/settlements/read-next-settlements.ts';
import { failureIn } from '#src/money-out/failure-texts.ts';
import type { CustomerIndex } from './customer-links.ts';
import { exportTexts } from './export-texts.ts';
import { exportTransactions } from './export-transactions.ts';
import { feeRuleOf } from './fee-rule.ts';
import type { SearchRunner } from './limit-searches.ts';
import type { TransactionDetails } from './read-transactions.ts';
import { receivedOf, withReceived } from './received.ts';
import { selectOthersParts } from './received-store.ts';
import { dueDaysOf, lastOverdueDay } from './search-by-due-day.ts';
import { readSearchTerm } from './search-term.ts';
import { searchTransactions } from './search-transactions.ts';
import type { ListedTransaction } from './transaction.ts';
import { transactionItem } from './transaction-item.ts';
import { customerFilter } from './transaction-operations.ts';
import {
  CounterCharge,
  CounterCharges,
  TransactionFilters,
  TransactionList,
  TransactionListQuery,
  TransactionWithTimeline,
} from './transaction-panel-schemas.ts';
import { readTransactionTimeline } from './transaction-timeline.ts';

const LIMIT_DEFAULT = 20;
const COUNTER_LIMIT = 100;
/** In the API document a text; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

interface TransactionPageDeps extends DatabaseAndClock<Queryable> {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly runSearch: SearchRunner;
  readonly readTransaction: Pick<Batcher<TransactionKey, TransactionDetails | undefined>, 'add'>;
  readonly customers: CustomerIndex | undefined;
}

const { operation } = operationsOf<TransactionPageDeps>();

/** The transactions of a scope at the panel: the list with filters, one of them, and the export. */
export const transactionPageOperations = [
  operation({
    at: 'GET /transactions',
    member: { id: 'searchTransactions', access: memberRules.read },
    query: TransactionListQuery,
    answer: [200, TransactionList],
    run: async ({ deps, owner: { scope }, query }) => {
      const { database, runSearch, customers, clock } = deps;
      const { cursor, limit = LIMIT_DEFAULT } = query;
      const now = clock.now();
      const filters = filtersOf(query, now);
      const search = { ...scope, ...filters, cursor: idOfCursor(cursor), limit };
      if (filters.customerId !== undefined) await customers?.linkNewest(scope);
      const page =
        filters.term === undefined
          ? await searchTransactions(database, search)
          : await runSearch(scope.merchantId, (bucket) => searchTransactions(bucket, search));
      const { nextId, searchedUntil } = page;
      const rows = await withReceived(database, scope, page.rows);
      return {
        data: rows.map((row) => transactionItem(row, lastOverdueDay(now))),
        next_cursor: cursorOf(nextId),
        searched_until: searchedUntil === null ? null : isoTime(searchedUntil),
      };
    },
  }),
  operation({
    at: 'GET /counter/charges',
    member: { id: 'listCounterCharges', access: memberRules.readCounter },
    answer: [200, CounterCharges],
    run: async ({ deps: { database, clock }, owner: { scope } }) => {
      const now = clock.now();
      const search = {
        ...scope,
        ...filtersOf({ type: 'charge', client_id: 'panel' }, now),
        createdFrom: counterDayStart(now),
        cursor: undefined,
        limit: COUNTER_LIMIT,
      };
      const { rows } = await searchTransactions(database, search);
      return { data: rows.map(counterCharge) };
    },
  }),
  operation({
    at: 'GET /counter/charges/:id',
    member: { id: 'getCounterCharge', access: memberRules.readCounter },
    answer: [200, CounterCharge],
    refuses: ['transaction_not_found', 'provider_unavailable'],
    run: async ({ deps, owner: { scope }, params: { id } }) => {
      const charge = isId(id) ? await deps.readTransaction.add({ ...scope, id }) : undefined;
      // A till sees the charges of the panel only: those without a key.
      if (charge?.type !== 'charge' || charge.client_id !== null) {
        throw new Refusal('transaction_not_found');
      }
      const { internal_id, amount, description, status, created_at, paid_at, payer } = charge;
      const { name } = payer;
      return { internal_id, name, description, amount, status, created_at, paid_at };
    },
  }),
  operation({
    at: 'GET /transactions/:id',
    member: { id: 'getTransactionWithTimeline', access: memberRules.read },
    answer: [200, TransactionWithTimeline],
    refuses: ['transaction_not_found', 'provider_unavailable'],
    run: async ({ deps, owner, member: { memberRole }, params: { id }, language }) => {
      const { merchant, scope } = owner;
      const key = { ...scope, id };
      const transaction = isId(id) ? await deps.readTransaction.add(key) : undefined;
      if (!transaction) throw new Refusal('transaction_not_found');
      const { isSandbox } = merchant;
      const seesWebhooks = INTEGRATION_READERS.includes(memberRole);
      const made = { key, createdAt: transaction.created_at };
      const reader = { isSandbox, seesWebhooks, language };
      const timeline = await readTransactionTimeline(deps.database, made, reader);
      const settlements = await settlementsOf(deps.database, key, transaction);
      const customer = isSandbox ? {} : await customerOf(deps, key, transaction);
      const due = await dueTodayOf(deps, key, transaction);
      const received = await receivedView(deps.database, key, transaction);
      const feeRule = await feeRuleOf(deps.database, merchant, transaction);
      const shown = {
        ...transactionIn(transaction, language),
        ...customer,
        ...due,
        ...received,
        fee_rule: feeRule,
      };
      return JSON.stringify({ ...shown, ...settlements, timeline });
    },
  }),
  operation({
    at: 'GET /transactions.csv',
    member: { id: 'exportTransactions', access: memberRules.read },
    query: TransactionFilters,
    answer: [200, { content: { 'text/csv': { schema: CsvFile } } }],
    isDownload: true,
    run: async ({ deps, owner: { merchant, scope }, query, language, reply }) => {
      const now = deps.clock.now();
      const search = { ...scope, ...filtersOf(query, now) };
      const { file } = exportTexts[language];
      const { environment } = scope;
      const days = daysOf(query, now);
      const name = fileNameOf(merchant, file, { environment, days, ending: 'csv', language });
      return sendAttachment(
        reply,
        { name, type: CSV_TYPE },
        Readable.from(exportTransactions(deps.exportDatabase, search, language)),
      );
    },
  }),
];

/**
 * Since when charges are of the day at the counter: since midnight in Brasília. In the first hour
 * also those of the hour before, because their codes can still be paid.
 */
function counterDayStart(now: number): number {
  const codesSince = now - COUNTER_EXPIRES_IN_SECONDS * SECOND_MS;
  return Math.min(startOfKnownDay(brazilianDayOf(now)), codesSince);
}

/** The fields of a charge that a till sees. */
function counterCharge(charge: ListedTransaction) {
  const { id, name, description, amount, status, createdAt, paidAt } = charge;
  return {
    internal_id: id,
    name,
    description,
    amount: centavosToJson(centavos(amount)),
    status,
    created_at: isoTime(createdAt),
    paid_at: paidAt === null ? null : isoTime(paidAt),
  };
}

/** The customer of a charge; nothing where the data of the payer was erased. */
async function customerOf(
  { customers }: Pick<TransactionPageDeps, 'customers'>,
  key: TransactionKey,
  transaction: TransactionDetails,
) {
  if (!customers || transaction.type !== 'charge') return {};
  const { payer } = transaction;
  if (isErasedPayer(payer) || isUnnamedPayer(payer)) return {};
  return { customer_id: await customers.idOf(key, transaction.payer.document) };
}

/** The amount of a charge that the merchant received, and the amounts that others have. */
async function receivedView(
  database: Queryable,
  key: TransactionKey,
  transaction: TransactionDetails,
) {
  if (transaction.type !== 'charge') return {};
  const { amount, fee_amount: fee, refunded_amount: back = 0, paid_at: paidAt } = transaction;
  const [part] = await selectOthersParts(database, { ...key, chargeIds: [key.id] });
  if (!part) throw new Error('a charge has no amounts');
  const amounts = { amount: BigInt(amount), fee: BigInt(fee), refunded: BigInt(back), ...part };
  return {
    split_amount: centavosToJson(part.split),
    returned_amount: centavosToJson(part.returned),
    received_amount: paidAt === null ? null : centavosToJson(receivedOf(amounts)),
  };
}

/** How the amount of today comes about, of a pending charge with a due date. */
async function dueTodayOf(
  deps: TransactionPageDeps,
  key: TransactionKey,
  transaction: TransactionDetails,
) {
  const isPending = transaction.type === 'charge' && transaction.status === 'pending';
  if (!isPending || !transaction.due) return {};
  const today = await readDueToday(deps, key);
  return today ? { due_today: today } : {};
}

/** The days on which the money of a paid charge becomes available. */
async function settlementsOf(
  database: Queryable,
  key: TransactionKey,
  { type, paid_at: paidAt }: TransactionDetails,
) {
  if (type !== 'charge') return {};
  const waiting = paidAt === null ? [] : await readSettlementsOfCharge(database, key);
  const settlements = waiting.map(({ date, amount }) => ({
    date,
    amount: centavosToJson(amount),
  }));
  return { next_settlements: settlements };
}

/** The days in the name of an export: those of the filter, or the day on which it is made. */
function daysOf({ from, to }: TransactionFilters, now: number): FileDays {
  const today = brazilianDayOf(now);
  return { from: from ?? to ?? today, to: to ?? today };
}

function filtersOf(query: TransactionFilters, now: number) {
  const { amount_min: amountMin, amount_max: amountMax } = query;
  return {
    type: query.type,
    status: query.status,
    createdFrom: firstInstant(query.from),
    createdTo: endInstant(query.to),
    paidFrom: firstInstant(query.paid_from),
    paidTo: endInstant(query.paid_to),
    paymentLinkId: query.payment_link === undefined ? undefined : linkIdOf(query.payment_link),
    amountMin: amountMin === undefined ? undefined : BigInt(amountMin),
    amountMax: amountMax === undefined ? undefined : BigInt(amountMax),
    term:
      query.search === undefined ? undefined : readSearchTerm(query.search, brazilianDayOf(now)),
    ...dueDaysOf(query, now),
    clientId: query.client_id,
    customerId: query.customer === undefined ? undefined : customerFilter(query.customer),
  };
}

/** The id of a link; of a text that is none, the id that no link has. */
function linkIdOf(text: string): string {
  const id = text.trim().toLowerCase();
  return isId(id) ? id : ID_MIN;
}

/** A transaction for the panel, with the failure reasons of payouts and refunds in a language. */
function transactionIn(transaction: TransactionDetails, language: Language): TransactionDetails {
  if (transaction.type === 'payout') {
    return { ...transaction, failure_reason: failureIn(transaction.failure_reason, language) };
  }
  if (!('refunds' in transaction) || transaction.refunds === undefined) return transaction;
  const refunds = transaction.refunds.map((refund) => ({
    ...refund,
    failure_reason: failureIn(refund.failure_reason, language),
  }));
  return { ...transaction, refunds };
}
