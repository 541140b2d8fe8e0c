import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { BATCH_BODY_BYTES_MAX } from '#src/charges/batches/charge-batch.ts';
import type { LimitCheck } from '#src/charges/batches/limit-checks.ts';
import type { Lot } from '#src/charges/batches/lots/lot.ts';
import { listLots } from '#src/charges/batches/lots/read-lots.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseTooLarge } from '#src/ground/http/file-body.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import type { CobDeps } from '../cobs/cob-deps.ts';
import { rowsOf } from '../lists/list-charges.ts';
import {
  type ListPage,
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
} from '../lists/page-of-list.ts';
import type { LotDeps } from './check-items.ts';
import { knownLotName, newLotName } from './read-lot.ts';
import { sendLot, sendLots } from './send-lots.ts';
import { patchLot, putLot } from './write-lot.ts';

const PATH = '/pix/v2/lotecobv/:id';
const IdParams = Type.Object({ id: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: 'LoteCobV', ...scopeOfRoute('lotecobv.read') } as const;
const write = { problemFamily: 'LoteCobV', ...scopeOfRoute('lotecobv.write') } as const;
/** The charges of the lots of one page. */
const LINES_OF_PAGE_MAX = 100_000;
const LAST_INSTANT = 8_640_000_000_000_000;

export interface LotRoutesDeps {
  /** For changes: it reads what was just written. */
  readonly writes: LotDeps;
  readonly reads: Pick<CobDeps, 'database'>;
  readonly limitCheck: LimitCheck;
}

/** /pix/v2/lotecobv: lots of charges with a due date. */
export function lotRoutes(deps: LotRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps.writes, deps.limitCheck));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes(deps: LotDeps, limitCheck: LimitCheck): FastifyPluginAsyncTypebox {
  const large = {
    bodyLimit: BATCH_BODY_BYTES_MAX,
    config: write,
    errorHandler: refuseTooLarge('charge_batch_too_large'),
  };
  return async (app) => {
    app.put(
      PATH,
      {
        ...large,
        schema: { hide: true, operationId: 'apiPixPutLot', params: IdParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const which = { caller, name: newLotName(request.params.id) };
        await limitCheck(caller.merchantId, () => putLot(deps, which, request.body));
        return reply.code(202).send();
      },
    );
    app.patch(
      PATH,
      {
        ...large,
        schema: { hide: true, operationId: 'apiPixPatchLot', params: IdParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const which = { caller, name: knownLotName(request.params.id) };
        await limitCheck(caller.merchantId, () => patchLot(deps, which, request.body));
        return reply.code(202).send();
      },
    );
  };
}

function readRoutes({ reads }: LotRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      { config: read, schema: { hide: true, operationId: 'apiPixGetLot', params: IdParams } },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const name = knownLotName(request.params.id);
        return sendLot(reply, reads.database, { merchantId, environment, name });
      },
    );
    app.get(
      '/pix/v2/lotecobv',
      { config: read, schema: { hide: true, operationId: 'apiPixListLots' } },
      (request, reply) => sendPage(reads, { request, reply }),
    );
  };
}

/**
 * Sends a page of the lots that were made in a period, oldest first. Refuses
 * `LoteCobVConsultaInvalida` for a page whose lots have more than 100,000 charges.
 */
async function sendPage(
  { database }: Pick<CobDeps, 'database'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { merchantId, environment } = callerOf(request);
  const faults = new QueryFaults();
  const page = readListPage(request.query as ListQuery, faults, { areTimesRequired: true });
  faults.refuse('LoteCobV');
  const { from = 0, to = LAST_INSTANT } = page;
  const { total, lots } = await listLots(
    database,
    { merchantId, environment, from, to },
    rowsOf(page),
  );
  refuseManyLines(lots, page);
  return sendLots(reply, database, { lots, parametros: shownParameters(page, total) });
}

function refuseManyLines(lots: readonly Lot[], { items }: ListPage): void {
  const lines = lots.reduce((sum, { lineCount }) => sum + lineCount, 0);
  if (lines <= LINES_OF_PAGE_MAX) return;
  const faults = new QueryFaults();
  const razao = 'Os lotes desta página têm mais de 100.000 cobranças: peça menos lotes por página.';
  faults.add('paginacao.itensPorPagina', razao, String(items));
  faults.refuse('LoteCobV');
}
