import { Type } from 'typebox';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { examChecks, examFailures, examStatuses } from './webhook-exam.ts';

const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b74';
const EXAMPLE_URL = 'https://loja.example.com/webhooks';

export const NewExamBody = Type.Object(
  {
    url: Type.String({
      format: 'web-address',
      description: 'O endereço do seu programa. Valem as regras dos endereços de webhooks.',
      examples: [EXAMPLE_URL],
    }),
    charge_id: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'Uma cobrança sua de teste, da qual os eventos tratam. Sem ela, uma inventada.',
        examples: ['019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70'],
      }),
    ),
  },
  { title: 'WebhookExamRequest', description: 'O que examinar.' },
);

const Request = Type.Object(
  {
    response_status: Type.Union(
      [Type.Integer({ description: 'O status HTTP.', examples: [200] }), Type.Null()],
      { description: 'O status da resposta; null se não houve.' },
    ),
    duration_ms: Type.Integer({ description: 'Milissegundos até a resposta.', examples: [87] }),
    response_excerpt: nullable(text('O começo da resposta, até 1 KiB.', 'ok')),
    failure: nullable(text('Por que não houve resposta.', 'timeout: sem resposta em 10 s')),
  },
  { title: 'WebhookExamCheckRequest' },
);

const Check = Type.Object(
  {
    name: oneOf(examChecks, { description: 'O que foi enviado.', examples: ['old_time'] }),
    title: text('O mesmo, em português.', 'Assinatura de 301 segundos atrás'),
    expected: oneOf(['accept', 'refuse'], {
      description: 'accept: responder 2xx. refuse: responder 400, 401, 403 ou 422.',
      examples: ['refuse'],
    }),
    result: oneOf(['passed', 'failed', 'skipped'], {
      description: 'skipped: não foi enviado, porque o endereço não respondeu antes.',
      examples: ['passed'],
    }),
    advice: nullable(text('O que corrigir; null se nada.', 'Recuse com 401 …')),
    guide_url: text('A parte do guia sobre isso.', '/guia/exame-de-webhook#assinatura-antiga'),
    requests: Type.Array(Request, { description: 'As requisições e as respostas.' }),
  },
  { title: 'WebhookExamCheck' },
);

const exam = {
  id: text('Identificador do exame.', EXAMPLE_ID),
  url: text('O endereço examinado.', EXAMPLE_URL),
  webhook_endpoint_id: nullable(
    text('O webhook cujo segredo assina; null se o exame tem um próprio.', EXAMPLE_ID),
  ),
  status: oneOf(examStatuses, {
    description:
      'awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o ' +
      'que corrigir.',
    examples: ['passed'],
  }),
  failure: Type.Union([oneOf(examFailures, { examples: ['interrupted'] }), Type.Null()], {
    description:
      'Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou ' +
      'webhook_deleted; null se não foi o caso.',
  }),
  checks: Type.Array(Check, { description: 'Os resultados, quando terminou.' }),
  created_at: instant('Quando foi pedido.'),
  ended_at: nullable(instant('Quando terminou.')),
};

export const Exam = Type.Object(exam, {
  title: 'WebhookExam',
  description: 'O que um programa que recebe webhooks aceitou e recusou.',
});

export const ExamWithSecret = Type.Object(
  {
    ...exam,
    secret: Type.Optional(
      text('O segredo deste exame, se o endereço não é de um webhook seu.', 'whsec_AbCdEfGh…'),
    ),
  },
  { title: 'WebhookExamWithSecret', description: 'O segredo é mostrado só nesta resposta.' },
);

export const ExamList = Type.Object(
  { data: Type.Array(Exam, { description: 'Os mais novos primeiro, até 20.' }) },
  { title: 'WebhookExams', description: 'Os exames do ambiente de teste.' },
);

export const LastExam = Type.Object({
  data: Type.Union([Type.Object(exam), Type.Null()], {
    description: 'O último exame do webhook; null se não houve.',
  }),
});
