import type { FastifyReply } from 'fastify';
import type { Caller } from '#src/ground/access/merchant.ts';
import {
  countOfFilter,
  idsOfPage,
  readRecurrences,
} from '#src/subscriptions/recurrences/find-recurrences.ts';
import { FILTERED_MAX, pageOf, rangeOf, refuseManyRows, rowsOf } from '../lists/list-charges.ts';
import {
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
  textAt,
} from '../lists/page-of-list.ts';
import { readDocumentFilter, readFlag } from '../lists/read-filter.ts';
import { sendList } from '../lists/send-list.ts';
import { COVENANT_LENGTH_MAX } from './read-rec.ts';
import { type RecDeps, shownOf } from './rec-deps.ts';
import { recComplete } from './rec-view.ts';
import { isRecStatus, REC_STATUSES } from './rec-words.ts';

/**
 * Sends a page of the recurrences that were made in a period, oldest first. Refuses
 * `RecConsultaInvalida` for a period with more than 100,000 of them.
 */
export async function listRecs(
  { reads }: Pick<RecDeps, 'reads'>,
  caller: Caller,
  { query, reply }: { readonly query: ListQuery; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { page, filter, shown } = readQuery(query);
  const { merchantId, environment } = caller;
  const range = rangeOf({ merchantId, environment }, page);
  const any = { statuses: null, document: null, hasLocation: null, covenant: null };
  refuseManyRows('Rec', await countOfFilter(reads, { ...range, ...any }, FILTERED_MAX + 1));
  const total = await countOfFilter(reads, { ...range, ...filter }, FILTERED_MAX);
  const rows = rowsOf(page);
  const { ids } = await pageOf(total, rows, () => idsOfPage(reads, { ...range, ...filter }, rows));
  return sendList(reply, {
    name: 'recs',
    ids,
    parametros: shownParameters(page, total, shown),
    read: async (some) => {
      const keys = some.map((id) => ({ merchantId, environment, id }));
      const found = await reads.snapshot((tx) => readRecurrences(tx, keys));
      return found.map((row) => recComplete(shownOf(caller, row)));
    },
  });
}

function readQuery(query: ListQuery) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const { document, shown: ofPerson } = readDocumentFilter(query, faults);
  const hasLocation = readFlag(query, 'locationPresente', faults);
  const covenant = readCovenantFilter(query, faults);
  const status = textAt(query, 'status');
  if (status !== undefined && !isRecStatus(status)) {
    faults.add('status', `Informe ${Object.keys(REC_STATUSES).join(', ')}.`, status);
  }
  faults.refuse('Rec');
  const isKnown = status !== undefined && isRecStatus(status);
  return {
    page,
    filter: {
      document: document ?? null,
      hasLocation: hasLocation ?? null,
      covenant: covenant ?? null,
      statuses: isKnown ? REC_STATUSES[status] : null,
    },
    shown: {
      ...ofPerson,
      ...(hasLocation !== undefined && { locationPresente: hasLocation }),
      ...(isKnown && { status }),
      ...(covenant !== undefined && { recebedor: { convenio: covenant } }),
    },
  };
}

/** The filter by the agreement of the receiver with its bank. */
export function readCovenantFilter(query: ListQuery, faults: QueryFaults): string | undefined {
  const covenant = textAt(query, 'convenio');
  if (covenant !== undefined && covenant.length > COVENANT_LENGTH_MAX) {
    const rule = `Informe um texto de até ${COVENANT_LENGTH_MAX} caracteres.`;
    faults.add('convenio', rule, covenant.slice(0, COVENANT_LENGTH_MAX));
  }
  // PostgreSQL has no text with a zero character, so no recurrence has such an agreement.
  return covenant?.replaceAll('\0', '');
}
