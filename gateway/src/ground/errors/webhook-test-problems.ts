import type { Problem } from './problem-facts.ts';

/** The refusals of webhook scenarios and exams. */
export const webhookTestProblems = {
  webhook_exam_not_found: { status: 404, message: 'Exame de webhook não encontrado.' },
  webhook_exam_only_in_test: {
    status: 404,
    message: 'O exame de webhook existe só no ambiente de teste.',
  },
  webhook_exam_running: {
    status: 409,
    message: 'Já há um exame de webhook em andamento. Aguarde o fim dele.',
  },
  webhook_exam_required: {
    status: 403,
    message:
      'Antes da primeira chave de produção, um webhook seu deve passar no exame de webhook, no ' +
      'ambiente de teste.',
  },
  event_is_first: { status: 409, message: 'A transação não tem evento anterior a este.' },
} as const satisfies Readonly<Record<string, Problem>>;
