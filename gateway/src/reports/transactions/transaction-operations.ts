import type { Static } from 'typebox';
import type { TransactionKey } from '#src/charges/charge.ts';
import { hasScope, type KeyScope, type ScopeSet } from '#src/ground/access/key-rights.ts';
import { type Clock, parseInstant } from '#src/ground/clock.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { CustomerIndex } from './customer-links.ts';
import type { ListedTransaction, TransactionFilter } from './list-transactions.ts';
import type { TransactionDetails } from './read-transactions.ts';
import { dueDaysOf } from './search-by-due-day.ts';
import { type TransactionType, transactionTypes } from './transaction.ts';
import { TransactionAnswer, TransactionPage, TransactionQuery } from './transaction-schemas.ts';

const LIMIT_DEFAULT = 20;

/** A key needs one of these scopes to read a type. A charge contains its refunds. */
const SCOPES: Readonly<Record<TransactionType, readonly KeyScope[]>> = {
  charge: ['charges:read', 'refunds:read'],
  payout: ['payouts:read'],
};
const TRANSACTION_SCOPES = Object.values(SCOPES).flat();

export interface TransactionReads {
  readonly clock: Clock;
  readonly listTransactions: (filter: TransactionFilter) => Promise<Page<ListedTransaction>>;
  readonly readTransaction: Pick<Batcher<TransactionKey, TransactionDetails | undefined>, 'add'>;
  /** Links the newest charges of a scope to their customers. */
  readonly linkNewest: CustomerIndex['linkNewest'];
}

const { operation } = operationsOf<TransactionReads>('Transactions');

/** The operations by which programs read charges and payouts. */
export const transactionOperations = [
  operation({
    at: 'GET /transactions/:internal_id',
    program: {
      id: 'getTransaction',
      params: null,
      sdk: 'transactions.retrieve',
      scope: TRANSACTION_SCOPES,
      summary: 'Lê uma transação',
    },
    answer: [200, TransactionAnswer],
    refuses: ['transaction_not_found', 'provider_unavailable'],
    run: async ({ deps, owner: { caller, scope }, params: { internal_id: id } }) => {
      if (!isId(id)) throw new Refusal('transaction_not_found');
      const transaction = await deps.readTransaction.add({ ...scope, id });
      if (!transaction) throw new Refusal('transaction_not_found');
      requireScopeOf(transaction.type, caller.scopes);
      return JSON.stringify(transaction);
    },
  }),
  operation({
    at: 'GET /transactions',
    program: {
      id: 'listTransactions',
      sdk: 'transactions.list',
      sdkNote: 'Uma página.',
      scope: TRANSACTION_SCOPES,
      summary: 'Lista transações',
      description:
        'As mais novas primeiro. Siga `next_cursor` até que seja null; com `client_id`, ' +
        '`paid_from` ou `paid_to` uma página pode vir incompleta antes disso. Só traz os tipos ' +
        'que a chave pode ler. Com `due_from`, `due_to` ou `overdue` só vêm cobranças pendentes ' +
        'com vencimento, e o vencimento mais próximo vem primeiro.',
    },
    query: TransactionQuery,
    answer: [200, TransactionPage],
    refuses: ['provider_unavailable'],
    run: async ({ deps, owner: { caller, scope }, query }) => {
      const filter = {
        ...filterOf(query, deps.clock.now()),
        type: typeFor(caller.scopes, query.type),
      };
      if (filter.customerId !== undefined) await deps.linkNewest(scope);
      const { rows, next } = await deps.listTransactions({ ...scope, ...filter });
      const data = rows.map(({ json }) => json).join(',');
      return `{"data":[${data}],"next_cursor":${JSON.stringify(cursorOf(next))}}`;
    },
  }),
];

/** The type to list: the requested one, or the only one that the key may read. */
function typeFor(
  scopes: ScopeSet,
  requested: TransactionType | undefined,
): TransactionType | undefined {
  if (requested !== undefined) requireScopeOf(requested, scopes);
  const readable = transactionTypes.filter((type) => hasScope(scopes, SCOPES[type]));
  return requested ?? (readable.length === 1 ? readable[0] : undefined);
}

/** Refuses `scope_missing`. */
function requireScopeOf(type: TransactionType, scopes: ScopeSet): void {
  const needed = SCOPES[type];
  if (!hasScope(scopes, needed)) throw new Refusal('scope_missing', { scopes: needed });
}

function filterOf(query: Static<typeof TransactionQuery>, now: number) {
  const linkId = query.payment_link_id?.trim().toLowerCase();
  return {
    status: query.status,
    externalId: query.external_id?.trim(),
    clientId: query.client_id?.trim(),
    customerId: query.customer === undefined ? undefined : customerFilter(query.customer),
    createdFrom: instantOf(query.created_from),
    createdTo: instantOf(query.created_to),
    paidFrom: instantOf(query.paid_from),
    paidTo: instantOf(query.paid_to),
    ...dueDaysOf(query, now),
    // A text that is no id names no link.
    paymentLinkId: linkId === undefined || isId(linkId) ? linkId : ID_MIN,
    cursor: idOfCursor(query.cursor),
    limit: query.limit ?? LIMIT_DEFAULT,
  };
}

/** The customer to list. An id of another form is no customer's, so nothing matches it. */
export function customerFilter(customer: string): string {
  const id = customer.trim();
  return isId(id) ? id : ID_MIN;
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
