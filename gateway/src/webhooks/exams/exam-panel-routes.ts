import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { readEndpoint } from '../endpoints/manage-endpoints.ts';
import { WebhookParams } from '../endpoints/webhook-panel-schemas.ts';
import { createExam, type ExamDeps, listExams } from './create-exam.ts';
import { Exam, LastExam } from './exam-schemas.ts';
import { examIn } from './judge-answers.ts';
import { examView } from './webhook-exam.ts';

const PATH = '/api/panel/:environment/webhooks/:id/exam';

/** The panel's routes that examine the program behind a webhook, and show its last exam. */
export function examPanelRoutes(deps: ExamDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'examineWebhook',
          params: WebhookParams,
          response: {
            201: Exam,
            ...panelChangeResponses([
              'webhook_not_found',
              'webhook_url_invalid',
              'webhook_exam_only_in_test',
              'webhook_exam_running',
              'rate_limited',
            ]),
          },
        },
      },
      async (request, reply) => {
        const scope = memberScope(request);
        const { id } = request.params;
        const { url } = await readEndpoint(deps.database, { id, scope });
        const address = request.ip;
        const requested = { ...scope, url, endpointId: id, chargeId: undefined, address };
        const { exam } = await createExam(deps, requested, actorOf(request));
        return reply.code(201).send(examView(examIn(exam, languageOf(request))));
      },
    );
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getLastWebhookExam',
          params: WebhookParams,
          response: { 200: LastExam, ...panelReadResponses() },
        },
      },
      async (request) => {
        const exams = await listExams(deps.database, memberScope(request));
        const last = exams.find(({ endpointId }) => endpointId === request.params.id);
        return { data: last ? examView(examIn(last, languageOf(request))) : null };
      },
    );
  };
}
