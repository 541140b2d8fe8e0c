import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { firstLocationIdAt, locationIdFrom } from '#src/charges/locations/location.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { RecurrenceLocation } from '#src/subscriptions/recurrences/recurrence.ts';
import {
  countOfFilter,
  findLocation,
  readPageOfLocations,
  withRecurrenceIds,
} from '#src/subscriptions/recurrences/recurrence-locations.ts';
import { refuseSubscriptions } from '#src/subscriptions/refuse-subscriptions.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { FILTERED_MAX, refuseManyRows, rowsOf } from '../lists/list-charges.ts';
import {
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
} from '../lists/page-of-list.ts';
import { readFlag } from '../lists/read-filter.ts';
import { notFound } from '../problems/standard-problem.ts';
import { readCovenantFilter } from './list-recs.ts';
import type { RecDeps } from './rec-deps.ts';
import { recLocation } from './rec-view.ts';

const FAMILY = 'PayloadLocationRec';
const IdParams = Type.Object({ id: Type.String() });
const read = { problemFamily: FAMILY, ...scopeOfRoute('payloadlocationrec.read') } as const;
const write = { problemFamily: FAMILY, ...scopeOfRoute('payloadlocationrec.write') } as const;

export interface RecLocationDeps extends RecDeps {
  /** The public address of the gateway: `https://pix.loja.example`. */
  readonly baseUrl: string;
}

/** /pix/v2/locrec: locations, which are made before their recurrences. */
export function recLocationRoutes(deps: RecLocationDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes(deps: RecLocationDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pix/v2/locrec',
      // The document has no body, and clients send an empty one.
      {
        config: { ...write, isBodyOptional: true },
        schema: { hide: true, operationId: 'apiPixPostLocRec' },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        const made = await deps.subscriptions.createLocation(caller, deps.locations.nextId);
        reply.code(201).header('location', `${deps.baseUrl}/pix/v2/locrec/${made.id}`);
        return recLocation(made, null);
      },
    );
    app.delete(
      '/pix/v2/locrec/:id/idRec',
      { config: write, schema: { hide: true, operationId: 'apiPixFreeLocRec', params: IdParams } },
      async (request) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        const { subscriptionId, ...location } = await known(deps, caller, request.params.id);
        if (subscriptionId !== null) {
          const { merchantId, environment } = caller;
          const key = { merchantId, environment, id: subscriptionId };
          await deps.subscriptions.changeRecurrence(key, { kind: 'free_location', location });
        }
        return recLocation(location, null);
      },
    );
  };
}

function readRoutes(deps: RecLocationDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/locrec',
      { config: read, schema: { hide: true, operationId: 'apiPixListLocRecs' } },
      (request) => listLocations(deps, callerOf(request), request.query as ListQuery),
    );
    app.get(
      '/pix/v2/locrec/:id',
      { config: read, schema: { hide: true, operationId: 'apiPixGetLocRec', params: IdParams } },
      async (request) => {
        const location = await known(deps, callerOf(request), request.params.id);
        const [shown] = await shownAll(deps.database, [location]);
        return shown;
      },
    );
  };
}

/** @throws {StandardProblem} PayloadLocationRecNaoEncontrado */
async function known(
  { database }: RecDeps,
  caller: Caller,
  text: string,
): Promise<RecurrenceLocation> {
  const id = locationIdFrom(text);
  const found = id === undefined ? undefined : await findLocation(database, caller, id);
  if (!found) throw notFound(FAMILY);
  return found;
}

/** Locations as the standard shows them. */
async function shownAll(database: Queryable, locations: readonly RecurrenceLocation[]) {
  const found = await withRecurrenceIds(database, locations);
  return found.map((location) => recLocation(location, location.recurrenceId));
}

/** A page of the locations that were made in a period, oldest first. */
async function listLocations(
  { reads }: RecDeps,
  { merchantId, environment }: Caller,
  query: ListQuery,
) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const hasRecurrence = readFlag(query, 'idRecPresente', faults);
  const covenant = readCovenantFilter(query, faults);
  faults.refuse(FAMILY);
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = page;
  const range = { fromId: firstLocationIdAt(from), beforeId: firstLocationIdAt(to + 1) };
  const filter = {
    merchantId,
    environment,
    ...range,
    hasRecurrence: hasRecurrence ?? null,
    covenant: covenant ?? null,
  };
  const total = await countOfFilter(reads, filter, FILTERED_MAX + 1);
  refuseManyRows(FAMILY, total);
  const rows = rowsOf(page);
  const locations = rows.offset < total ? await readPageOfLocations(reads, filter, rows) : [];
  const shown = {
    ...(hasRecurrence !== undefined && { idRecPresente: hasRecurrence }),
    ...(covenant !== undefined && { recebedor: { convenio: covenant } }),
  };
  return { parametros: shownParameters(page, total, shown), loc: await shownAll(reads, locations) };
}
