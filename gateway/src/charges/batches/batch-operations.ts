import { operationsOf } from '#src/ground/http/operation.ts';
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
import { keyOf, lineOfCursor, readBatch, readBatches, readLines } from './read-batch.ts';

const ITEMS_DEFAULT = 100;

export interface BatchOperationDeps extends BatchDeps {
  /** Runs the check of a batch; few run at once in a process. */
  readonly limitCheck: LimitCheck;
}

const { operation, listOf } = operationsOf<BatchOperationDeps>('ChargeBatches');

/** The operations of programs on batches of charges. */
export const batchOperations = [
  operation({
    at: 'POST /charges/batches',
    program: {
      id: 'createChargeBatch',
      sdk: 'charge_batches.create',
      sdkNote: 'Primeiro confere todas; elas são criadas em seguida.',
      scope: 'charges:write',
      summary: 'Cria até 10.000 cobranças',
      description:
        'Confere todas as cobranças e responde; elas são criadas em seguida, uma vez cada. ' +
        'Se alguma é recusada, nada é criado e `details` nomeia cada uma, com `index` e ' +
        '`code`; com `only_valid` as outras são criadas. `Idempotency-Key` é obrigatória: ' +
        'repetir devolve o mesmo lote.',
      lacks: ['payload_too_large'],
    },
    keyed: { fields: [], isRequired: true },
    bodyLimit: { bytesMax: BATCH_BODY_BYTES_MAX, tooLarge: 'charge_batch_too_large' },
    body: BatchBody,
    answer: [201, BatchAnswer],
    refuses: ['charge_batch_refused', 'too_many_charge_batches', 'charge_batch_daily_limit'],
    run: (call) => {
      const { deps, owner, body } = call;
      const { caller } = owner;
      return deps.limitCheck(caller.merchantId, () =>
        createBatch(deps, {
          caller,
          charges: body.charges,
          // Its digest reads the whole body, so it belongs within the limit.
          idempotency: call.idempotency,
          externalId: body.external_id?.trim() ?? null,
          isOnlyValid: body.only_valid ?? false,
        }),
      );
    },
  }),
  listOf({
    at: 'GET /charges/batches',
    program: {
      id: 'listChargeBatches',
      sdk: 'charge_batches.list',
      sdkNote: 'Uma página, os mais novos primeiro.',
      scope: 'charges:read',
      summary: 'Lista lotes de cobranças',
      description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
    },
    query: BatchQuery,
    page: BatchPageAnswer,
    select: ({ deps, owner }, place) => readBatches(deps.database, owner.scope, place),
    view: batchView,
  }),
  operation({
    at: 'GET /charges/batches/:id',
    program: {
      id: 'getChargeBatch',
      sdk: 'charge_batches.retrieve',
      scope: 'charges:read',
      summary: 'Lê um lote de cobranças',
      description: 'Com o andamento: quantas foram criadas, recusadas e ainda faltam.',
    },
    params: BatchParams,
    answer: [200, BatchAnswer],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      batchView(await readBatch(deps.database, keyOf(owner.scope, id))),
  }),
  operation({
    at: 'GET /charges/batches/:id/items',
    program: {
      id: 'listChargeBatchItems',
      sdk: 'charge_batches.items',
      sdkNote: 'Uma página, cada item com a cobrança ou a recusa.',
      scope: 'charges:read',
      summary: 'Lista as cobranças de um lote',
      description:
        'Na ordem do lote, cada uma com a cobrança ou a recusa. Siga `next_cursor` até que ' +
        'seja null.',
    },
    params: BatchParams,
    query: ItemQuery,
    answer: [200, ItemPageAnswer],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps: { database, clock }, owner, params: { id }, query, language }) => {
      const key = keyOf(owner.scope, id);
      const { cursor, limit = ITEMS_DEFAULT, status } = query;
      await readBatch(database, key);
      const page = { after: lineOfCursor(cursor), limit, status };
      const { lines, next } = await readLines(database, key, page);
      const view = { language, now: clock.now() };
      return { data: lines.map((line) => itemView(line, view)), next_cursor: next };
    },
  }),
];
