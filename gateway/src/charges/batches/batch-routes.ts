import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses, IDEMPOTENCY_CODES } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { refuseTooLarge } from '#src/ground/http/file-body.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import {
  BatchAnswer,
  BatchBody,
  BatchPageAnswer,
  BatchParams,
  BatchQuery,
  ItemPageAnswer,
  ItemQuery,
} from './batch-schemas.ts';
import { batchView, itemView } from './batch-view.ts';
import { BATCH_BODY_BYTES_MAX } from './charge-batch.ts';
import type { BatchDeps } from './check-lines.ts';
import { createBatch } from './create-batch.ts';
import type { LimitCheck } from './limit-checks.ts';
import { lineOfCursor, readBatch, readBatches, readLines } from './read-batch.ts';

const PATH = '/v1/charges/batches';
const OPERATION = { name: `POST ${PATH}`, fields: [] };
const BATCHES_DEFAULT = 20;
const ITEMS_DEFAULT = 100;
const tags = ['ChargeBatches'];

export interface BatchRoutesDeps extends BatchDeps {
  /** Runs the check of a batch; few run at once in a process. */
  readonly limitCheck: LimitCheck;
}

/** The operations of the merchants' API on batches of charges. */
export function chargeBatchRoutes(deps: BatchRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [createRoute, readRoutes, itemsRoute]) await app.register(routes(deps));
  };
}

function createRoute(deps: BatchRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        bodyLimit: BATCH_BODY_BYTES_MAX,
        errorHandler: refuseTooLarge('charge_batch_too_large'),
        onRequest: checkIdempotencyHeader(true),
        config: { keyScope: 'charges:write' },
        schema: {
          operationId: 'createChargeBatch',
          summary: 'Cria até 10.000 cobranças',
          description:
            'Confere todas as cobranças e responde; elas são criadas em seguida, uma vez cada. ' +
            'Se alguma é recusada, nada é criado e `details` nomeia cada uma, com `index` e ' +
            '`code`; com `only_valid` as outras são criadas. `Idempotency-Key` é obrigatória: ' +
            'repetir devolve o mesmo lote.',
          tags,
          body: BatchBody,
          response: {
            201: BatchAnswer,
            ...guardedResponses([
              'invalid_json',
              'invalid_request',
              'unsupported_media_type',
              ...IDEMPOTENCY_CODES,
              'charge_batch_refused',
              'charge_batch_too_large',
              'too_many_charge_batches',
              'charge_batch_daily_limit',
              'sandbox_forbidden',
              'overloaded',
            ] as Parameters<typeof guardedResponses>[0]),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { charges, external_id: externalId, only_valid: isOnlyValid } = request.body;
        const created = await deps.limitCheck(caller.merchantId, () =>
          createBatch(deps, {
            caller,
            charges,
            idempotency: idempotencyOf(request, OPERATION),
            externalId: externalId?.trim() ?? null,
            isOnlyValid: isOnlyValid ?? false,
          }),
        );
        return sendCreated(reply, created);
      },
    );
  };
}

function readRoutes({ database }: BatchRoutesDeps): FastifyPluginAsyncTypebox {
  const config = { keyScope: 'charges:read' } as const;
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'listChargeBatches',
          summary: 'Lista lotes de cobranças',
          description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
          tags,
          querystring: BatchQuery,
          response: {
            200: BatchPageAnswer,
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = BATCHES_DEFAULT } = request.query;
        const page = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await readBatches(database, callerOf(request), page);
        return { data: rows.map(batchView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getChargeBatch',
          summary: 'Lê um lote de cobranças',
          description: 'Com o andamento: quantas foram criadas, recusadas e ainda faltam.',
          tags,
          params: BatchParams,
          response: {
            200: BatchAnswer,
            ...guardedResponses(['charge_batch_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('charge_batch_not_found');
        return batchView(await readBatch(database, { merchantId, environment, id }));
      },
    );
  };
}

function itemsRoute({ database, clock }: BatchRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/items`,
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'listChargeBatchItems',
          summary: 'Lista as cobranças de um lote',
          description:
            'Na ordem do lote, cada uma com a cobrança ou a recusa. Siga `next_cursor` até que ' +
            'seja null.',
          tags,
          params: BatchParams,
          querystring: ItemQuery,
          response: {
            200: ItemPageAnswer,
            ...guardedResponses(['invalid_request', 'charge_batch_not_found', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('charge_batch_not_found');
        const key = { merchantId, environment, id };
        const { cursor, limit = ITEMS_DEFAULT, status } = request.query;
        await readBatch(database, key);
        const page = { after: lineOfCursor(cursor), limit, status };
        const { lines, next } = await readLines(database, key, page);
        const view = { language: languageOf(request), now: clock.now() };
        return { data: lines.map((line) => itemView(line, view)), next_cursor: next };
      },
    );
  };
}
