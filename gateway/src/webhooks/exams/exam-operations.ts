import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import { findEndpoint } from '../endpoints/manage-endpoints.ts';
import { createExam, type ExamDeps, listExams, readExam, startExam } from './create-exam.ts';
import { Exam, ExamList, ExamWithSecret, LastExam, NewExamBody } from './exam-schemas.ts';
import { examIn } from './judge-answers.ts';
import { examView } from './webhook-exam.ts';

const { operation } = operationsOf<ExamDeps>('Testing');

/** The operations that examine the programs that receive webhooks. */
export const examOperations = [
  operation({
    at: 'POST /test/webhook-exams',
    program: {
      id: 'createWebhookExam',
      sdk: 'test.webhook_exams.create',
      sdkNote: 'O endereço de um webhook seu, já; outro, depois de `start`, com o `secret`.',
      scope: 'webhooks:write',
      summary: 'Examina o programa que recebe webhooks',
      description:
        'Só com chave de teste. Envia eventos certos e falsos ao endereço e julga cada resposta. ' +
        'No endereço de um webhook seu, começa já e assina com o segredo dele. Em outro, devolve ' +
        'um segredo: ponha-o no seu programa e chame /start.',
    },
    body: NewExamBody,
    answer: [201, ExamWithSecret],
    refuses: [
      'webhook_url_invalid',
      'transaction_not_found',
      'webhook_exam_only_in_test',
      'webhook_exam_running',
    ],
    run: async ({ deps, owner, request, body: { url, charge_id: chargeId } }) => {
      const requested = {
        ...scopeOf(owner),
        url,
        address: request.ip,
        chargeId: chargeId ?? undefined,
      };
      const { exam, secret } = await createExam(deps, requested, owner.by);
      return { ...examView(exam), ...(secret !== undefined && { secret }) };
    },
  }),
  operation({
    at: 'POST /test/webhook-exams/:id/start',
    program: {
      id: 'startWebhookExam',
      sdk: 'test.webhook_exams.start',
      sdkNote: 'Chame-o quando o seu programa já tem o segredo.',
      scope: 'webhooks:write',
      summary: 'Começa um exame que aguarda',
      description: 'Quando o seu programa já tem o segredo do exame.',
    },
    answer: [200, Exam],
    refuses: ['webhook_exam_not_found', 'webhook_exam_running'],
    run: async ({ deps, owner, params: { id } }) =>
      examView(await startExam(deps, { ...scopeOf(owner), id })),
  }),
  operation({
    at: 'GET /test/webhook-exams',
    program: {
      id: 'listWebhookExams',
      sdk: 'test.webhook_exams.list',
      scope: 'webhooks:read',
      summary: 'Lista exames de webhook',
    },
    answer: [200, ExamList],
    run: async ({ deps, owner }) => ({
      data: (await listExams(deps.database, owner.scope)).map(examView),
    }),
  }),
  operation({
    at: 'GET /test/webhook-exams/:id',
    program: {
      id: 'getWebhookExam',
      sdk: 'test.webhook_exams.retrieve',
      scope: 'webhooks:read',
      summary: 'Lê um exame de webhook',
    },
    answer: [200, Exam],
    refuses: ['webhook_exam_not_found'],
    run: async ({ deps, owner, params }) =>
      examView(await readExam(deps.database, { ...owner.scope, ...params })),
  }),
  operation({
    at: 'POST /webhooks/:id/exam',
    member: { id: 'examineWebhook', access: memberRules.integration },
    answer: [201, Exam],
    refuses: [
      'webhook_not_found',
      'webhook_url_invalid',
      'webhook_exam_only_in_test',
      'webhook_exam_running',
    ],
    run: async ({ deps, owner: { scope, by }, params: { id }, request, language }) => {
      const { url } = await findEndpoint(deps.database, id, scope);
      const address = request.ip;
      const requested = { ...scope, url, endpointId: id, chargeId: undefined, address };
      const { exam } = await createExam(deps, requested, by);
      return examView(examIn(exam, language));
    },
  }),
  operation({
    at: 'GET /webhooks/:id/exam',
    member: { id: 'getLastWebhookExam', access: memberRules.readIntegration },
    answer: [200, LastExam],
    run: async ({ deps, owner, params: { id }, language }) => {
      const exams = await listExams(deps.database, owner.scope);
      const last = exams.find(({ endpointId }) => endpointId === id);
      return { data: last ? examView(examIn(last, language)) : null };
    },
  }),
];

/** The ledger scope of a key that may change exams. Refuses `sandbox_forbidden`. */
function scopeOf({ merchant, scope }: Owner): LedgerScope {
  refuseSandbox(merchant);
  return scope;
}
