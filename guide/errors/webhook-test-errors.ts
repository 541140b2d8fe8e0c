import { type ErrorHelp, help } from './error-help.ts';

/** The errors of webhook scenarios and exams. */
export const webhookTestErrors = {
  webhook_exam_not_found: help(
    'never',
    'O exame não existe, ou é de outra conta.',
    'Liste os exames da conta, ou faça outro.',
  ),
  webhook_exam_only_in_test: help(
    'never',
    'O exame envia requisições inválidas de propósito, e por isso só existe no ambiente de teste.',
    'Use o ambiente de teste do painel, ou uma chave `svc_pk_test_…`.',
  ),
  webhook_exam_running: help(
    'wait',
    'Um exame da conta ainda está em andamento.',
    'Espere o resultado dele. Um endereço que não responde faz o exame durar mais.',
  ),
  webhook_exam_required: help(
    'after_change',
    'Este gateway pede um exame aprovado antes da primeira chave de produção.',
    'Faça o exame em **Webhooks**, no ambiente de teste, e corrija o que o resultado apontar.',
  ),
  event_is_first: help(
    'never',
    'O cenário envia o evento anterior da mesma transação, e este é o primeiro dela.',
    'Escolha um evento com `sequence` 2 ou mais.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
