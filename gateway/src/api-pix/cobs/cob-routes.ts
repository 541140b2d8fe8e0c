import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { readEarlierFields } from '#src/charges/revisions/revisions.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import { createId } from '#src/ground/ids.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { listCobs } from '../lists/list-charges.ts';
import {
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
  textAt,
} from '../lists/page-of-list.ts';
import { readDocumentFilter, readFlag } from '../lists/read-filter.ts';
import { sendList } from '../lists/send-list.ts';
import { notFound } from '../problems/standard-problem.ts';
import {
  atOneInstant,
  type CobDeps,
  type CobReads,
  markOf,
  readCobs,
  shownPixKey,
  withPayments,
} from './cob-deps.ts';
import { cobComplete, cobGenerated, isCobStatus } from './cob-view.ts';
import type { CobOfCaller } from './named-charges.ts';
import { readCob, readRevision } from './read-cob.ts';
import {
  type ChargeFamily,
  isRemoval,
  knownTxid,
  newTxid,
  readRevisionNumber,
  unknownRevision,
} from './request-of-charge.ts';
import { createCob, findCob, patchCob, putCob, removeCob } from './write-cob.ts';

const TxidParams = Type.Object({ txid: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: 'Cob', ...scopeOfRoute('cob.read') } as const;
const write = { problemFamily: 'Cob', ...scopeOfRoute('cob.write') } as const;

export interface CobRoutesDeps extends CobDeps {
  readonly clock: Clock;
}

/** /pix/v2/cob: immediate charges. */
export function cobRoutes(deps: CobRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes(deps: CobRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/pix/v2/cob/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPutCob', params: TxidParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const which = { caller, txid: newTxid(request.params.txid, 'Cob') };
        const fields = readCob(request.body, caller.environment);
        return reply.code(201).send(cobGenerated(await putCob(deps, which, fields)));
      },
    );
    app.patch(
      '/pix/v2/cob/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPatchCob', params: TxidParams, body: Body },
      },
      async (request) => {
        const caller = callerOf(request);
        const which = { caller, txid: knownTxid(request.params.txid, 'Cob') };
        if (isRemoval(request.body, 'Cob')) return cobGenerated(await removeCob(deps, which));
        const change = readRevision(request.body, caller.environment);
        return cobGenerated(await patchCob(deps, which, change));
      },
    );
    app.post(
      '/pix/v2/cob',
      { config: write, schema: { hide: true, operationId: 'apiPixPostCob', body: Body } },
      async (request, reply) => {
        const caller = callerOf(request);
        const fields = readCob(request.body, caller.environment);
        const txid = txidFromId(createId(deps.clock.now()));
        return reply.code(201).send(cobGenerated(await createCob(deps, { caller, txid }, fields)));
      },
    );
  };
}

function readRoutes(deps: CobRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/cob/:txid',
      { config: read, schema: { hide: true, operationId: 'apiPixGetCob', params: TxidParams } },
      async (request) => {
        const caller = callerOf(request);
        const query = request.query as ListQuery;
        const revision = readRevisionNumber(query, 'Cob');
        const which = { caller, txid: knownTxid(request.params.txid, 'Cob') };
        return atOneInstant(deps, (reads) => showCob(reads, which, revision));
      },
    );
    app.get(
      '/pix/v2/cob',
      { config: read, schema: { hide: true, operationId: 'apiPixListCobs' } },
      async (request, reply) => {
        const caller = callerOf(request);
        const { page, filter, shown } = readCobQuery(request.query as ListQuery, 'Cob');
        const list = { ...caller, now: deps.clock.now() };
        const { total, ids } = await listCobs(deps.database, list, { page, filter });
        const pixKey = shownPixKey(deps, caller);
        return sendList(reply, {
          name: 'cobs',
          ids,
          parametros: shownParameters(page, total, shown),
          read: async (some) =>
            (await readCobs(deps, caller, some)).map((charge) => ({
              ...cobComplete(charge.named, { pixKey, paid: charge.paid }),
              ...markOf(charge),
            })),
        });
      },
    );
  };
}

/** A charge, or one of its earlier revisions. @throws {StandardProblem} CobNaoEncontrado */
async function showCob(reads: CobReads, which: CobOfCaller, revision: number | undefined) {
  const found = await findCob(reads, which);
  if (!found) throw notFound('Cob');
  const [cob] = await withPayments(reads, [found]);
  if (!cob) throw new Error('a charge that was read is missing');
  const { named, paid } = cob;
  const pixKey = shownPixKey(reads, which.caller);
  if (revision === undefined || revision === (named.named?.revision ?? 0)) {
    return cobComplete(named, { pixKey, paid });
  }
  const fields = await readEarlierFields(reads.database, { ...named.charge, revision });
  if (!fields) throw unknownRevision(revision, 'Cob');
  return cobComplete(named, { pixKey, paid, earlier: { revision, fields } });
}

/** The page and the filters of a list of charges. */
export function readCobQuery(query: ListQuery, family: ChargeFamily) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const { document, shown } = readDocumentFilter(query, faults);
  const hasLocation = readFlag(query, 'locationPresente', faults);
  const status = textAt(query, 'status');
  const isKnown = status === undefined || isCobStatus(status);
  if (!isKnown) faults.add('status', 'O parâmetro status não é um estado da API Pix.', status);
  faults.refuse(family);
  return {
    page,
    filter: { document, status: isKnown ? status : undefined, hasLocation },
    shown: {
      ...shown,
      ...(hasLocation !== undefined && { locationPresente: hasLocation }),
      ...(status !== undefined && { status }),
    },
  };
}
