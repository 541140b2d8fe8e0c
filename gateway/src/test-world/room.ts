import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  test_key_required: problem(403, 'never', {
    pt: 'Esta operação só existe com chave de teste.',
    en: 'This operation exists only with a test key.',
    cause: 'Relógios e cenários só existem no ambiente de teste, e a chave é de produção.',
    remedy: 'Use uma chave `svc_pk_test_…` da mesma conta.',
  }),
  test_clock_busy: problem(409, 'wait', {
    pt: 'O relógio de teste ainda está avançando ou sendo apagado. Espere até que pare.',
    en: 'The test clock is still advancing or being deleted. Wait until it stops.',
    cause: 'Outro avanço deste relógio ainda não terminou, ou ele está sendo apagado.',
    remedy: 'Espere a resposta do avanço anterior. Dê a cada teste o seu relógio.',
  }),
  too_many_test_clocks: problem(409, 'never', {
    pt: 'Uma conta pode ter até 20 relógios de teste. Apague um antes de criar outro.',
    en: 'An account can have at most 20 test clocks. Delete one before you create another.',
    cause: 'A conta já tem 20 relógios: testes que terminam sem apagar o seu os acumulam.',
    remedy: 'Apague os que não são usados, e apague cada um no fim do teste.',
  }),
  test_clock_out_of_range: problem(422, 'after_change', {
    pt: 'Um relógio só avança, até 366 dias de cada vez e até 731 dias desde o início.',
    en: 'A clock only advances, up to 366 days at a time and up to 731 days since its start.',
    cause: 'O instante é anterior à hora do relógio, ou longe demais.',
    remedy: 'Avance no máximo 366 dias de cada vez e 731 ao todo; para voltar, crie outro relógio.',
  }),
};

const codes = {
  problems,
  auditActions: [],
  workKinds: {},
} as const satisfies RoomCodes;

/** The public sandbox and test clocks. */
export const testWorldRoom: Room<typeof codes> = {
  name: 'test-world',
  codes,
  api: async () => (await import('./api.ts')).testWorldApi,
  operations: async () => (await import('./operations.ts')).testWorldOperations,
  work: async () => (await import('./work.ts')).startTestWorld,
};
