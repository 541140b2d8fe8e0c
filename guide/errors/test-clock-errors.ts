import { type ErrorHelp, help } from './error-help.ts';

/** The errors of test clocks. */
export const testClockErrors = {
  test_key_required: help(
    'never',
    'Relógios e cenários só existem no ambiente de teste, e a chave é de produção.',
    'Use uma chave `svc_pk_test_…` da mesma conta.',
  ),
  test_clock_not_found: help(
    'never',
    'O relógio foi apagado, ou é de outra conta.',
    'Liste os da conta, ou crie outro: veja [Relógios de teste](../relogios-de-teste.md).',
  ),
  test_clock_busy: help(
    'wait',
    'Outro avanço deste relógio ainda não terminou, ou ele está sendo apagado.',
    'Espere a resposta do avanço anterior. Dê a cada teste o seu relógio.',
  ),
  too_many_test_clocks: help(
    'never',
    'A conta já tem 20 relógios: testes que terminam sem apagar o seu os acumulam.',
    'Apague os que não são usados, e apague cada um no fim do teste.',
  ),
  test_clock_out_of_range: help(
    'after_change',
    'O instante é anterior à hora do relógio, ou longe demais.',
    'Avance no máximo 366 dias de cada vez e 731 ao todo; para voltar, crie outro relógio.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
