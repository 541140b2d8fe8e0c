import type { FastifyReply } from 'fastify';
import type { Caller } from '#src/ground/access/merchant.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  countCycles,
  countCyclesOf,
  pageCycles,
} from '#src/subscriptions/recurrences/find-cycles.ts';
import { FILTERED_MAX, pageOf, rangeOf, refuseManyRows, rowsOf } from '../lists/list-charges.ts';
import {
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
  textAt,
} from '../lists/page-of-list.ts';
import { readDocumentFilter } from '../lists/read-filter.ts';
import { sendList } from '../lists/send-list.ts';
import { readCovenantFilter } from '../recs/list-recs.ts';
import { type CobrDeps, readCobrs } from './cobr-deps.ts';
import { cobrComplete } from './cobr-view.ts';
import { cobrStatuses, ENDING_CODES, isCobrStatus, RETRY_DAYS } from './cobr-words.ts';

const RECURRENCE_ID = /^[a-zA-Z0-9]{29}$/;

/**
 * Sends a page of the charges of cycles that were made in a period, oldest first. Refuses
 * `CobRConsultaInvalida` for a period with more than 100,000 of them.
 */
export async function listCobrs(
  deps: CobrDeps,
  caller: Caller,
  { query, reply }: { readonly query: ListQuery; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { page, filter, shown } = readQuery(query);
  const { database } = deps.reads;
  const { merchantId, environment } = caller;
  const range = rangeOf({ merchantId, environment }, page);
  refuseManyRows('CobR', await countCyclesOf(database, range, FILTERED_MAX + 1));
  const retryableFrom = addDays(brazilianDayOf(deps.clock.now()), -RETRY_DAYS);
  const chosen = { ...range, ...filter, endingCodes: ENDING_CODES, retryableFrom };
  const total = await countCycles(database, chosen, FILTERED_MAX);
  const rows = rowsOf(page);
  const { ids } = await pageOf(total, rows, () => pageCycles(database, chosen, rows));
  return sendList(reply, {
    name: 'cobsr',
    ids,
    parametros: shownParameters(page, total, shown),
    read: async (some) => (await readCobrs(deps, caller, some)).map(cobrComplete),
  });
}

function readQuery(query: ListQuery) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const { document, shown: ofPerson } = readDocumentFilter(query, faults);
  const covenant = readCovenantFilter(query, faults);
  const recurrenceId = textAt(query, 'idRec');
  if (recurrenceId !== undefined && !RECURRENCE_ID.test(recurrenceId)) {
    faults.add('idRec', 'Informe os 29 caracteres do id da recorrência.', recurrenceId);
  }
  const status = textAt(query, 'status');
  if (status !== undefined && !isCobrStatus(status)) {
    faults.add('status', `Informe ${cobrStatuses.join(', ')}.`, status);
  }
  faults.refuse('CobR');
  return {
    page,
    filter: {
      document: document ?? null,
      covenant: covenant ?? null,
      recurrenceId: recurrenceId ?? null,
      status: status ?? null,
    },
    shown: {
      ...ofPerson,
      ...(recurrenceId !== undefined && { idRec: recurrenceId }),
      ...(status !== undefined && { status }),
      ...(covenant !== undefined && { convenio: covenant }),
    },
  };
}
