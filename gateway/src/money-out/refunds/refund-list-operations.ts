import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import { endInstant, firstInstant } from '#src/ground/filter-instants.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import { failureIn } from '../failure-texts.ts';
import { exportRefunds } from './export-refunds.ts';
import { listedRefund, listRefunds, readListedRefund } from './list-refunds.ts';
import {
  ListedRefund,
  PanelRefundFilters,
  PanelRefundPage,
  PanelRefundQuery,
  RefundPage,
  RefundQuery,
} from './refund-list-schemas.ts';

const { operation, listOf } = operationsOf<RefundListDeps>('Refunds');

const LIMIT_DEFAULT = 20;

export interface RefundListDeps extends DatabaseAndClock<Queryable> {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** The operations that read refunds. */
export const refundListOperations = [
  operation({
    at: 'GET /refunds',
    program: {
      id: 'listRefunds',
      sdk: 'refunds.list',
      scope: 'refunds:read',
      summary: 'Lista devoluções',
      description:
        'As devoluções das suas cobranças, as mais novas primeiro. Siga `next_cursor` até ' +
        'que seja null.',
    },
    query: RefundQuery,
    answer: [200, RefundPage],
    refuses: ['sandbox_forbidden'],
    run: async ({ deps, owner, query }) => {
      const { status, cursor, limit = LIMIT_DEFAULT } = query;
      const refunds = await refundsOf(deps, owner, query.customer);
      const page = { ...refunds, ...filterOf(query), status, cursor: idOfCursor(cursor), limit };
      const { rows, next } = await listRefunds(deps.database, page);
      return JSON.stringify({ data: rows.map(listedRefund), next_cursor: cursorOf(next) });
    },
  }),
  operation({
    at: 'GET /refunds/:id',
    program: {
      id: 'getRefund',
      sdk: 'refunds.retrieve',
      scope: 'refunds:read',
      summary: 'Consulta uma devolução',
      description: 'O estado de uma devolução, pelo `internal_id` que a criação respondeu.',
    },
    answer: [200, ListedRefund],
    refuses: ['transaction_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      JSON.stringify(listedRefund(await readListedRefund(deps.database, owner.scope, id))),
  }),
  listOf({
    at: 'GET /refunds',
    member: { id: 'listOwnRefunds', access: memberRules.read },
    query: PanelRefundQuery,
    page: PanelRefundPage,
    refuses: ['sandbox_forbidden'],
    select: async ({ deps, owner, query }, { cursor, limit }) => {
      const filter = await panelFilterOf(deps, owner, query);
      return listRefunds(deps.database, { ...filter, cursor, limit });
    },
    view: (refund, { language }) => ({
      ...listedRefund(refund),
      failure_reason: failureIn(refund.failure, language),
      payer_name: refund.payerName,
    }),
  }),
  operation({
    at: 'GET /refunds.csv',
    member: { id: 'exportRefunds', access: memberRules.read },
    isDownload: true,
    query: PanelRefundFilters,
    answer: [200, { content: { 'text/csv': { schema: Type.Unsafe({ type: 'string' }) } } }],
    refuses: ['sandbox_forbidden'],
    run: async ({ deps, owner, query, language, reply }) => {
      const filter = await panelFilterOf(deps, owner, query);
      const today = brazilianDayOf(deps.clock.now());
      const { from = query.to ?? today, to = today } = query;
      const kind = language === 'en' ? 'refunds' : 'devolucoes';
      const { environment } = owner.scope;
      const file = { environment, days: { from, to }, ending: 'csv', language };
      const name = fileNameOf(owner.merchant, kind, file);
      return sendAttachment(
        reply,
        { name, type: CSV_TYPE },
        Readable.from(exportRefunds(deps.exportDatabase, filter, language)),
      );
    },
  }),
];

/** The refunds of a merchant, or those of one customer's charges. */
async function refundsOf(
  { chargesOfCustomer }: RefundListDeps,
  { merchant, scope }: Owner,
  customer: string | undefined,
) {
  if (customer === undefined) return { ...scope, chargeIds: undefined };
  refuseSandbox(merchant);
  return { ...scope, chargeIds: await chargesOfCustomer(scope, customer) };
}

/** The filter of a program's query. A malformed charge id matches no refund. */
function filterOf({ transaction_id: chargeId, created_from: from, created_to: to }: RefundQuery) {
  return {
    chargeId: chargeId === undefined || isId(chargeId) ? chargeId : ID_MIN,
    createdFrom: from === undefined ? undefined : parseInstant(from),
    createdTo: to === undefined ? undefined : parseInstant(to),
  };
}

async function panelFilterOf(
  deps: RefundListDeps,
  owner: Owner,
  { status, customer, from, to }: PanelRefundFilters,
) {
  const period = { createdFrom: firstInstant(from), createdTo: endInstant(to) };
  const refunds = await refundsOf(deps, owner, customer);
  return { ...refunds, ...period, status, chargeId: undefined };
}
