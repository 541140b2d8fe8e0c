import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { createExam, type ExamDeps, listExams, readExam, startExam } from './create-exam.ts';
import { Exam, ExamList, ExamWithSecret, NewExamBody } from './exam-schemas.ts';
import { examView } from './webhook-exam.ts';

const PATH = '/v1/test/webhook-exams';
const ExamParams = Type.Object({ id: Type.String() });

/** The operations of the merchants' API that examine the programs that receive webhooks. */
export function webhookExamRoutes(deps: ExamDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [createRoute, startRoute, readRoutes]) await app.register(routes(deps));
  };
}

function createRoute(deps: ExamDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'createWebhookExam',
          summary: 'Examina o programa que recebe webhooks',
          description:
            'Só com chave de teste. Envia eventos certos e falsos ao endereço e julga cada ' +
            'resposta. No endereço de um webhook seu, começa já e assina com o segredo dele. Em ' +
            'outro, devolve um segredo: ponha-o no seu programa e chame /start.',
          tags: ['Testing'],
          body: NewExamBody,
          response: {
            201: ExamWithSecret,
            ...guardedResponses([
              'invalid_json',
              'invalid_request',
              'payload_too_large',
              'unsupported_media_type',
              'sandbox_forbidden',
              'webhook_url_invalid',
              'transaction_not_found',
              'webhook_exam_only_in_test',
              'webhook_exam_running',
              'overloaded',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { url, charge_id: chargeId } = request.body;
        const requested = {
          ...scopeOf(callerOf(request)),
          url,
          address: request.ip,
          chargeId: chargeId ?? undefined,
        };
        const { exam, secret } = await createExam(deps, requested, actorOfKey(request));
        return reply.code(201).send({ ...examView(exam), ...(secret !== undefined && { secret }) });
      },
    );
  };
}

function startRoute(deps: ExamDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/start`,
      {
        config: { keyScope: 'webhooks:write' },
        schema: {
          operationId: 'startWebhookExam',
          summary: 'Começa um exame que aguarda',
          description: 'Quando o seu programa já tem o segredo do exame.',
          tags: ['Testing'],
          params: ExamParams,
          response: {
            200: Exam,
            ...guardedResponses([
              'invalid_json',
              'payload_too_large',
              'unsupported_media_type',
              'sandbox_forbidden',
              'webhook_exam_not_found',
              'webhook_exam_running',
              'overloaded',
            ]),
          },
        },
      },
      async (request) => {
        const key = { ...scopeOf(callerOf(request)), id: request.params.id };
        return examView(await startExam(deps, key));
      },
    );
  };
}

function readRoutes({ database }: ExamDeps): FastifyPluginAsyncTypebox {
  const config = { keyScope: 'webhooks:read' } as const;
  const tags = ['Testing'];
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'listWebhookExams',
          summary: 'Lista exames de webhook',
          tags,
          response: { 200: ExamList, ...guardedResponses(['overloaded']) },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        return { data: (await listExams(database, { merchantId, environment })).map(examView) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getWebhookExam',
          summary: 'Lê um exame de webhook',
          tags,
          params: ExamParams,
          response: { 200: Exam, ...guardedResponses(['webhook_exam_not_found', 'overloaded']) },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        return examView(await readExam(database, { merchantId, environment, ...request.params }));
      },
    );
  };
}

/** The ledger scope of a key that may change exams. Refuses `sandbox_forbidden`. */
function scopeOf(caller: Caller): LedgerScope {
  refuseSandbox(caller);
  const { merchantId, environment } = caller;
  return { merchantId, environment };
}
