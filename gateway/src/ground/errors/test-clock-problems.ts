import type { Problem } from './problem-facts.ts';

/** The refusals of operations on test clocks. */
export const testClockProblems = {
  test_clock_not_found: { status: 404, message: 'Relógio de teste não encontrado.' },
  test_key_required: { status: 403, message: 'Esta operação só existe com chave de teste.' },
  test_clock_busy: {
    status: 409,
    message: 'O relógio de teste ainda está avançando ou sendo apagado. Espere até que pare.',
  },
  too_many_test_clocks: {
    status: 409,
    message: 'Uma conta pode ter até 20 relógios de teste. Apague um antes de criar outro.',
  },
  test_clock_out_of_range: {
    status: 422,
    message: 'Um relógio só avança, até 366 dias de cada vez e até 731 dias desde o início.',
  },
} as const satisfies Record<string, Problem>;
