import type { Bank } from '../bank/bank.ts';
import {
  createRecurrenceLocation,
  findRecurrenceLocation,
  freeRecurrenceLocation,
} from '../bank/recurring/locations.ts';
import { representRecurrenceLocation } from '../bank/recurring/represent-recurrences.ts';
import type { RecurrenceLocation } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';

interface OneLocation {
  Params: { id: string };
}

const READ = 'payloadlocationrec.read';
const WRITE = 'payloadlocationrec.write';
const QUERY_INVALID = 'recurrenceLocationQueryInvalid';

/** `/v2/locrec` of API Pix 2.10.0. */
export function addRecurrenceLocationRoutes(server: ApiServer, bank: Bank): void {
  server.post(
    '/v2/locrec',
    { config: { operation: 'createRecurrenceLocation', scope: WRITE } },
    async (_request, reply) => {
      const location = bank.state.transaction(() => createRecurrenceLocation(bank));
      reply.status(201).header('location', `/v2/locrec/${location.id}`);
      return representRecurrenceLocation(location);
    },
  );
  server.get<{ Querystring: Query }>(
    '/v2/locrec',
    { config: { operation: 'listRecurrenceLocations', scope: READ, invalid: QUERY_INVALID } },
    async ({ query }) => {
      const rows = selectLocations(bank, query);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, loc: page.map(representRecurrenceLocation) };
    },
  );
  server.get<OneLocation>(
    '/v2/locrec/:id',
    { config: { operation: 'findRecurrenceLocation', scope: READ } },
    async ({ params }) => representRecurrenceLocation(findRecurrenceLocation(bank, params.id)),
  );
  server.delete<OneLocation>(
    '/v2/locrec/:id/idRec',
    { config: { operation: 'freeRecurrenceLocation', scope: WRITE } },
    async ({ params }) => representRecurrenceLocation(freeRecurrenceLocation(bank, params.id)),
  );
}

function selectLocations({ state }: Bank, query: Query): RecurrenceLocation[] {
  const { from, to } = readPeriod(query, QUERY_INVALID);
  const { convenio } = query;
  const isTaken = readBoolean(query, 'idRecPresente', QUERY_INVALID);
  return state.recurrenceLocations
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter(({ recurrenceId }) => isTaken === undefined || (recurrenceId !== undefined) === isTaken)
    .filter(({ recurrenceId = '' }) => {
      return convenio === undefined || state.recurrences.get(recurrenceId)?.covenant === convenio;
    });
}
