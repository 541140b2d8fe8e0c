import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { selectEarlierOf } from '#src/charges/txids/read-earlier.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import { createId } from '#src/ground/ids.ts';
import { isTxid, txidFromId } from '#src/ground/pix/txid.ts';
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
import { invalidOperation, notFound } from '../problems/standard-problem.ts';
import { type CobDeps, readCobs, shownPixKey, withPayments } from './cob-deps.ts';
import { cobComplete, cobGenerated, isCobStatus } from './cob-view.ts';
import { readCob, readRevision } from './read-cob.ts';
import { createCob, findCob, patchCob, putCob, removeCob } from './write-cob.ts';

const TxidParams = Type.Object({ txid: Type.String() });
const Body = Type.Unknown();
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
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
        const which = { caller, txid: newTxid(request.params.txid) };
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
        const which = { caller, txid: knownTxid(request.params.txid) };
        if (isRemoval(request.body)) return cobGenerated(await removeCob(deps, which));
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
        const revision = readRevisionNumber(query);
        const which = { caller, txid: knownTxid(request.params.txid) };
        const found = await findCob(deps, which);
        if (!found) throw notFound('Cob');
        const [cob] = await withPayments(deps, [found]);
        if (!cob) throw new Error('a charge that was read is missing');
        const { named, paid } = cob;
        const pixKey = shownPixKey(deps, caller);
        const current = named.named?.revision ?? 0;
        if (revision === undefined || revision === current) {
          return cobComplete(named, { pixKey, paid });
        }
        const fields = await selectEarlierOf(deps.database, named.charge, revision);
        if (!fields) throw unknownRevision(revision);
        return cobComplete(named, { pixKey, paid, earlier: { revision, fields } });
      },
    );
    app.get(
      '/pix/v2/cob',
      { config: read, schema: { hide: true, operationId: 'apiPixListCobs' } },
      async (request, reply) => {
        const caller = callerOf(request);
        const { page, filter, shown, isEmpty } = readQuery(request.query as ListQuery);
        const { total, ids } = isEmpty
          ? { total: 0, ids: [] }
          : await listCobs(deps.database, { ...caller, now: deps.clock.now() }, { page, filter });
        const pixKey = shownPixKey(deps, caller);
        return sendList(reply, {
          ...{ name: 'cobs', ids, parametros: shownParameters(page, total, shown) },
          read: async (some) =>
            (await readCobs(deps, caller, some)).map(({ named, paid }) =>
              cobComplete(named, { pixKey, paid }),
            ),
        });
      },
    );
  };
}

function readQuery(query: ListQuery) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const { document, shown } = readDocumentFilter(query, faults);
  const hasLocation = readFlag(query, 'locationPresente', faults);
  const status = textAt(query, 'status');
  const isKnown = status === undefined || isCobStatus(status);
  if (!isKnown) faults.add('status', 'O parâmetro status não é um estado da API Pix.', status);
  faults.refuse('Cob');
  return {
    page,
    filter: { document, status: isKnown ? status : undefined },
    shown: {
      ...shown,
      ...(hasLocation !== undefined && { locationPresente: hasLocation }),
      ...(status !== undefined && { status }),
    },
    // Each charge has a location.
    isEmpty: hasLocation === false,
  };
}

function readRevisionNumber(query: ListQuery): number | undefined {
  const text = textAt(query, 'revisao');
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const faults = new QueryFaults();
  faults.add('revisao', 'Informe o número da revisão, a partir de 0.', text);
  faults.refuse('Cob');
  return undefined;
}

function unknownRevision(revision: number): Error {
  const faults = new QueryFaults();
  faults.add(
    'revisao',
    'O parâmetro revisao corresponde a uma revisão inexistente.',
    `${revision}`,
  );
  try {
    faults.refuse('Cob');
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return new Error('the fault was not refused');
}

/** @throws {StandardProblem} CobOperacaoInvalida for a text that can't be a txid */
function newTxid(txid: string): string {
  if (isTxid(txid)) return txid;
  const razao = 'O txid deve ter de 26 a 35 letras e dígitos.';
  const valor = txid.slice(0, 100);
  throw invalidOperation('Cob', 'O txid não respeita o schema.', [
    { razao, propriedade: 'txid', valor },
  ]);
}

/** @throws {StandardProblem} CobNaoEncontrado for a text that can't be a txid */
function knownTxid(txid: string): string {
  if (isTxid(txid)) return txid;
  throw notFound('Cob');
}

/** Whether a revision only removes the charge. Refuses a removal together with other changes. */
function isRemoval(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body)) return false;
  const { status, ...others } = body;
  if (status === undefined || status === null) return false;
  const violation = (razao: string) => [
    { razao, propriedade: 'cob.status', valor: String(status) },
  ];
  const detail = 'A revisão da cobrança não respeita o schema.';
  if (status !== REMOVED) {
    throw invalidOperation('Cob', detail, violation(`O campo cob.status só pode ser ${REMOVED}.`));
  }
  if (Object.values(others).some((value) => value !== undefined && value !== null)) {
    const razao = 'Uma cobrança não é removida junto com outras alterações.';
    throw invalidOperation('Cob', detail, violation(razao));
  }
  return true;
}
