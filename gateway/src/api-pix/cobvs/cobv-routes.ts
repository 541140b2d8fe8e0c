import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { readReplacedTerms } from '#src/charges/revisions/revisions.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { atOneInstant, type CobDeps, type CobReads, withPayments } from '../cobs/cob-deps.ts';
import type { CobOfCaller } from '../cobs/named-charges.ts';
import {
  isRemoval,
  knownTxid,
  newTxid,
  readRevisionNumber,
  unknownRevision,
} from '../cobs/request-of-charge.ts';
import type { ListQuery } from '../lists/page-of-list.ts';
import { notFound } from '../problems/standard-problem.ts';
import { cobvComplete, cobvGenerated, type ShownCobv } from './cobv-view.ts';
import { listCobvs } from './list-cobvs.ts';
import { readCobv, readCobvRevision } from './read-cobv.ts';
import {
  findCobv,
  type NamedCobv,
  patchCobv,
  putCobv,
  receiverOfCaller,
  removeCobv,
  shownOf,
} from './write-cobv.ts';

const TxidParams = Type.Object({ txid: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: 'CobV', ...scopeOfRoute('cobv.read') } as const;
const write = { problemFamily: 'CobV', ...scopeOfRoute('cobv.write') } as const;

export interface CobvRoutesDeps {
  /** For changes: it reads what was just written. */
  readonly writes: CobDeps;
  readonly reads: CobDeps;
}

/** /pix/v2/cobv: charges with a due date. */
export function cobvRoutes(deps: CobvRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps.writes));
    await app.register(readRoutes(deps.reads));
  };
}

function changeRoutes(deps: CobDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/pix/v2/cobv/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPutCobv', params: TxidParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const which = { caller, txid: newTxid(request.params.txid, 'CobV') };
        const fields = readCobv(request.body, caller.environment);
        const receiver = await receiverOfCaller(deps, caller);
        return reply.code(201).send(cobvGenerated(await putCobv(deps, which, fields), receiver));
      },
    );
    app.patch(
      '/pix/v2/cobv/:txid',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPatchCobv', params: TxidParams, body: Body },
      },
      async (request) => {
        const caller = callerOf(request);
        const which = { caller, txid: knownTxid(request.params.txid, 'CobV') };
        const receiver = await receiverOfCaller(deps, caller);
        if (isRemoval(request.body, 'CobV'))
          return cobvGenerated(await removeCobv(deps, which), receiver);
        const change = readCobvRevision(request.body, caller.environment);
        return cobvGenerated(await patchCobv(deps, which, change), receiver);
      },
    );
  };
}

function readRoutes(deps: CobDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/cobv/:txid',
      { config: read, schema: { hide: true, operationId: 'apiPixGetCobv', params: TxidParams } },
      async (request) => {
        const caller = callerOf(request);
        const revision = readRevisionNumber(request.query as ListQuery, 'CobV');
        const which = { caller, txid: knownTxid(request.params.txid, 'CobV') };
        return atOneInstant(deps, (reads) => showCobv(reads, which, revision));
      },
    );
    app.get(
      '/pix/v2/cobv',
      { config: read, schema: { hide: true, operationId: 'apiPixListCobvs' } },
      (request, reply) => listCobvs(deps, { request, reply }),
    );
  };
}

/** A charge, or one of its earlier revisions. @throws {StandardProblem} CobVNaoEncontrada */
async function showCobv(reads: CobReads, which: CobOfCaller, revision: number | undefined) {
  const found = await findCobv(reads, which);
  if (!found) throw notFound('CobV');
  const shown = shownOf(reads, which.caller, found);
  const [cob] = await withPayments(reads, [found.named]);
  if (!cob) throw new Error('a charge that was read is missing');
  const receiver = await receiverOfCaller(reads, which.caller);
  const wanted =
    revision === undefined || revision === found.due.revision
      ? shown
      : await earlierOf(reads, found, { shown, revision });
  return cobvComplete(wanted, receiver, cob.paid);
}

/** The charge as it was in an earlier revision. */
async function earlierOf(
  deps: CobReads,
  { named: { charge } }: NamedCobv,
  { shown, revision }: { readonly shown: ShownCobv; readonly revision: number },
): Promise<ShownCobv> {
  const { merchantId, environment, id } = charge;
  const replaced = await readReplacedTerms(deps.database, { merchantId, environment, id });
  const at = replaced.findIndex((earlier) => earlier.revision === revision);
  const found = replaced[at];
  if (!found) throw unknownRevision(revision, 'CobV');
  // A change of rules alone keeps payer and texts: they are those that the next such change kept.
  const kept = replaced.slice(at).find(({ standard }) => standard !== null)?.standard;
  return { ...shown, due: found.terms, ...(kept && { payer: kept.payer, terms: kept.terms }) };
}
