import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  actorOf,
  callerOfMember,
  memberOf,
  memberScope,
} from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { refuseTooLarge } from '#src/ground/http/file-body.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { OutcomeView, outcomeView } from '../payout-outcome.ts';
import type { PayoutDeps } from '../payout-request.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import {
  Batch,
  BatchDetails,
  batchDetails,
  batchView,
  ConfirmBody,
  CorrectionBody,
  FileBody,
} from './batch-panel-schemas.ts';
import { checkBatch } from './check-batch.ts';
import { confirmBatch, readBatchOutcome } from './confirm-batch.ts';
import { correctBatch, type LineChange } from './correct-batch.ts';
import { approveBatch, discardBatch, rejectBatch } from './decide-batch.ts';
import { BATCH_BYTES_MAX } from './payout-batch.ts';
import { readBatch, readBatches } from './read-batches.ts';

const PATH = '/api/panel/:environment/payout-batches';
const LIMIT_DEFAULT = 20;
/** The file in base64 and JSON. */
const BODY_BYTES_MAX = 2 * BATCH_BYTES_MAX + 1_024;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Params = Type.Object({
  ...EnvironmentParams.properties,
  id: Type.String({ maxLength: 64 }),
});

export type BatchPanelDeps = PayoutDeps & SettleDeps;

/** Batches of payouts from files. */
export function batchPanelRoutes(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(checkRoute(deps));
    await app.register(correctRoute(deps));
    await app.register(readRoutes(deps));
    await app.register(outcomeRoute(deps));
    await app.register(confirmRoute(deps));
    await app.register(decisionRoutes(deps));
    await app.register(discardRoute(deps));
  };
}

function checkRoute(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        bodyLimit: BODY_BYTES_MAX,
        errorHandler: refuseTooLarge('batch_file_too_large'),
        schema: {
          operationId: 'checkPayoutBatch',
          params: EnvironmentParams,
          body: FileBody,
          response: {
            201: BatchDetails,
            ...panelChangeResponses([
              'batch_file_invalid',
              'batch_file_too_large',
              'too_many_batches',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { file_name: name, content, replaces } = request.body;
        const batch = await checkBatch(deps, {
          caller: callerOfMember(request),
          by: actorOf(request),
          name,
          replaces: replaces !== undefined && isId(replaces) ? replaces : undefined,
          content: Buffer.from(content, 'base64'),
        });
        return reply
          .code(201)
          .send(batchDetails(batch, memberOf(request).userId, languageOf(request)));
      },
    );
  };
}

function correctRoute(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/lines/:line`,
      {
        schema: {
          operationId: 'correctPayoutBatch',
          params: Type.Object({ ...Params.properties, line: Type.String({ maxLength: 8 }) }),
          body: CorrectionBody,
          response: {
            200: BatchDetails,
            ...panelChangeResponses(['batch_not_found', 'batch_not_correctable']),
          },
        },
      },
      async (request) => {
        const { id, line } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        const { key_type: keyType, external_id: externalId, ...others } = request.body;
        const change = trimmed({ ...others, keyType, externalId });
        const sender = { caller: callerOfMember(request), by: actorOf(request) };
        await correctBatch(deps, { ...sender, id, line: Number(line), change });
        const batch = await readBatch(deps.database, { ...memberScope(request), id });
        return batchDetails(batch, memberOf(request).userId, languageOf(request));
      },
    );
  };
}

/** The fields that were sent, without spaces around them, as the reader of files leaves them. */
function trimmed(change: { readonly [Name in keyof LineChange]: string | undefined }): LineChange {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text.trim()]],
    ),
  );
}

function readRoutes({ database, clock }: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listPayoutBatches',
          params: EnvironmentParams,
          querystring: Type.Object({
            ...CursorQuery.properties,
            awaiting: Type.Optional(
              Type.Boolean({ description: 'Só os lotes que aguardam aprovação.' }),
            ),
          }),
          response: {
            200: Type.Object({ data: Type.Array(Batch), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT, awaiting = false } = request.query;
        const awaitingAt = awaiting ? new Date(clock.now()) : undefined;
        const page = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit, awaitingAt };
        const { rows, next } = await readBatches(database, memberScope(request), page);
        const { userId } = memberOf(request);
        return { data: rows.map((row) => batchView(row, userId)), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getPayoutBatch',
          params: Params,
          response: { 200: BatchDetails, ...panelReadResponses(['batch_not_found']) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        const batch = await readBatch(database, { ...memberScope(request), id });
        return batchDetails(batch, memberOf(request).userId, languageOf(request));
      },
    );
  };
}

function discardRoute(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/discard`,
      {
        schema: {
          operationId: 'discardPayoutBatch',
          params: Params,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['batch_not_found']),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        await discardBatch(deps, { ...memberScope(request), id });
        return { status: 'ok' } as const;
      },
    );
  };
}

function outcomeRoute(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/outcome`,
      {
        schema: {
          operationId: 'getPayoutBatchOutcome',
          params: Params,
          response: {
            200: OutcomeView,
            ...panelReadResponses(['batch_not_found', 'batch_has_errors', 'batch_refused']),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        const sender = { caller: callerOfMember(request), by: actorOf(request) };
        return outcomeView(await readBatchOutcome(deps, { ...sender, id }));
      },
    );
  };
}

function confirmRoute(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/confirm`,
      {
        schema: {
          operationId: 'confirmPayoutBatch',
          params: Params,
          body: ConfirmBody,
          response: {
            200: BatchDetails,
            ...panelChangeResponses([
              'batch_not_found',
              'batch_has_errors',
              'batch_refused',
              'batch_repeated',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        const caller = callerOfMember(request);
        const { seen_repeats: seenRepeats = 0 } = request.body;
        await confirmBatch(deps, { caller, id, by: actorOf(request), seenRepeats });
        const batch = await readBatch(deps.database, { ...memberScope(request), id });
        return batchDetails(batch, memberOf(request).userId, languageOf(request));
      },
    );
  };
}

function decisionRoutes(deps: BatchPanelDeps): FastifyPluginAsyncTypebox {
  const decisions = [
    { name: 'approve', operationId: 'approvePayoutBatch', decide: approveBatch },
    { name: 'reject', operationId: 'rejectPayoutBatch', decide: rejectBatch },
  ] as const;
  return async (app) => {
    for (const { name, operationId, decide } of decisions) {
      app.post(
        `${PATH}/:id/${name}`,
        {
          schema: {
            operationId,
            params: Params,
            body: CodeOnly,
            response: {
              200: Type.Object({ status: Type.Literal('ok') }),
              ...panelChangeResponses([
                'approval_not_found',
                ...(name === 'approve' ? (['approval_of_own_payout'] as const) : []),
                'second_factor_invalid',
              ]),
            },
          },
        },
        async (request) => {
          const { id } = request.params;
          if (!isId(id)) throw new Refusal('approval_not_found');
          await decide(deps, { ...memberScope(request), id }, actorOf(request));
          return { status: 'ok' } as const;
        },
      );
    }
  };
}
