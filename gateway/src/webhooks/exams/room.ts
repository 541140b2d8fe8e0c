import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  webhook_exam_not_found: problem(404, 'never', {
    pt: 'Exame de webhook não encontrado.',
    en: 'Webhook exam not found.',
    cause: 'O exame não existe, ou é de outra conta.',
    remedy: 'Liste os exames da conta, ou faça outro.',
  }),
  webhook_exam_only_in_test: problem(404, 'never', {
    pt: 'O exame de webhook existe só no ambiente de teste.',
    en: 'The webhook exam exists only in the test environment.',
    cause:
      'O exame envia requisições inválidas de propósito, e por isso só existe no ambiente de ' +
      'teste.',
    remedy: 'Use o ambiente de teste do painel, ou uma chave `svc_pk_test_…`.',
  }),
  webhook_exam_running: problem(409, 'wait', {
    pt: 'Já há um exame de webhook em andamento. Aguarde o fim dele.',
    en: 'A webhook exam is already running. Wait until it ends.',
    cause: 'Um exame da conta ainda está em andamento.',
    remedy: 'Espere o resultado dele. Um endereço que não responde faz o exame durar mais.',
  }),
  event_is_first: problem(409, 'never', {
    pt: 'A transação não tem evento anterior a este.',
    en: 'The transaction has no event before this one.',
    cause: 'O cenário envia o evento anterior da mesma transação, e este é o primeiro dela.',
    remedy: 'Escolha um evento com `sequence` 2 ou mais.',
  }),
};

const codes = {
  problems,
  auditActions: ['webhook.examined'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Exams of a webhook in the test environment. */
export const webhookExamsRoom: Room<typeof codes> = {
  name: 'webhooks/exams',
  codes,
  api: async () => (await import('./api.ts')).examsApi,
  operations: async () => (await import('./exam-operations.ts')).examOperations,
  opens: async () => ({ liveKeyCheck: (await import('./create-exam.ts')).liveKeyCheck }),
  work: async () => {
    const { startExams } = await import('./work.ts');
    return (context, parts) => [startExams(context, parts)];
  },
};
