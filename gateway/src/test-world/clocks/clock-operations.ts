import { type Static, Type } from 'typebox';
import type { Caller } from '#src/ground/access/merchant.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import {
  AdvanceBody,
  clockView,
  NewClockBody,
  TestClockAnswer,
  TestClocks,
} from './clock-schemas.ts';
import {
  type Advance,
  advanceClock,
  bindCaller,
  checkClockOwner,
  createClock,
  deleteClockOf,
  listClocks,
  readClock,
} from './manage-clocks.ts';

const { operation } = operationsOf<DatabaseAndClock>('Testing');

const NOT_READY = 'O trabalho continua: leia o relógio até que status seja ready.';
/** The refusals of `callerOf`. */
const OWNER_CODES: readonly ProblemCode[] = ['test_key_required', 'sandbox_forbidden'];
const ONE_CLOCK_CODES: readonly ProblemCode[] = [...OWNER_CODES, 'test_clock_not_found'];

/** The operations on the clocks of the caller's test environment. */
export const clockOperations = [
  operation({
    at: 'POST /test/clocks',
    program: {
      id: 'createTestClock',
      sdk: 'test.clocks.create',
      sdkNote: 'Com `bind_key`, a chave que chama passa a viver no tempo do relógio.',
      scope: 'charges:write',
      summary: 'Cria um relógio de teste',
      description:
        'A hora do relógio só muda quando você o avança. As cobranças criadas com o seu ' +
        '`clock_id`, ou por uma chave ligada a ele, vivem no seu tempo.',
    },
    config: { isBodyOptional: true },
    body: NewClockBody,
    answer: [201, TestClockAnswer],
    refuses: [...OWNER_CODES, 'too_many_test_clocks', 'test_clock_out_of_range'],
    run: async ({ deps, owner, body: { name, now, bind_key: bindsKey = false } }) => {
      const startAt = now == null ? undefined : instantOf('now', now);
      const wanted = { name: name?.trim() ?? null, startAt, bindsKey };
      return clockView(await createClock(deps, callerOf(owner), wanted));
    },
  }),
  operation({
    at: 'GET /test/clocks',
    program: {
      id: 'listTestClocks',
      sdk: 'test.clocks.list',
      scope: 'charges:write',
      summary: 'Lista os relógios de teste',
    },
    answer: [200, TestClocks],
    refuses: OWNER_CODES,
    run: async ({ deps, owner }) => ({
      data: (await listClocks(deps, callerOf(owner))).map(clockView),
    }),
  }),
  operation({
    at: 'GET /test/clocks/:id',
    program: {
      id: 'getTestClock',
      sdk: 'test.clocks.retrieve',
      scope: 'charges:write',
      summary: 'Lê um relógio de teste',
    },
    answer: [200, TestClockAnswer],
    refuses: ONE_CLOCK_CODES,
    run: async ({ deps, owner, params: { id } }) =>
      clockView(await readClock(deps, callerOf(owner), id)),
  }),
  operation({
    at: 'POST /test/clocks/:id/advance',
    program: {
      id: 'advanceTestClock',
      sdk: 'test.clocks.advance',
      sdkNote: 'Espera até que tudo o que vencia tenha acontecido.',
      scope: 'charges:write',
      summary: 'Avança um relógio de teste',
      description:
        'Responde quando aconteceu tudo o que vencia, cada coisa na sua hora: expirações, ' +
        'saques, devoluções, liquidações e novas tentativas de webhooks.',
    },
    body: AdvanceBody,
    answer: [200, TestClockAnswer],
    alsoAnswers: { 202: { ...TestClockAnswer, description: NOT_READY } },
    refuses: [...ONE_CLOCK_CODES, 'test_clock_busy', 'test_clock_out_of_range'],
    run: async ({ deps, owner, params: { id }, body, reply }) => {
      const change = { id, advance: advanceOf(body) };
      const advanced = await advanceClock(deps, callerOf(owner), change);
      const view = clockView(advanced);
      return advanced.clock.status === 'ready' ? view : reply.code(202).send(view);
    },
  }),
  operation({
    at: 'POST /test/clocks/:id/bind',
    program: {
      id: 'bindTestClock',
      sdk: 'test.clocks.bind',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Liga a chave que chama a um relógio de teste',
    },
    config: { isBodyOptional: true },
    answer: [200, TestClockAnswer],
    refuses: ONE_CLOCK_CODES,
    run: async ({ deps, owner, params: { id } }) =>
      clockView(await bindCaller(deps, callerOf(owner), { id, isBound: true })),
  }),
  operation({
    at: 'POST /test/clocks/:id/unbind',
    program: {
      id: 'unbindTestClock',
      sdk: 'test.clocks.unbind',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Desliga a chave que chama de um relógio de teste',
    },
    config: { isBodyOptional: true },
    answer: [200, TestClockAnswer],
    refuses: ONE_CLOCK_CODES,
    run: async ({ deps, owner, params: { id } }) =>
      clockView(await bindCaller(deps, callerOf(owner), { id, isBound: false })),
  }),
  operation({
    at: 'DELETE /test/clocks/:id',
    program: {
      id: 'deleteTestClock',
      sdk: 'test.clocks.delete',
      sdkNote: 'Encerra o que espera por ele.',
      scope: 'charges:write',
      summary: 'Apaga um relógio de teste',
      description:
        'O que espera é encerrado: cobranças pendentes são canceladas, saques, devoluções e ' +
        'liquidações acontecem, e webhooks continuam pela hora real, como as suas chaves.',
    },
    answer: [204, Type.Null({ description: 'Apagado.' })],
    alsoAnswers: { 202: Type.Null({ description: NOT_READY }) },
    refuses: [...ONE_CLOCK_CODES, 'test_clock_busy'],
    run: async ({ deps, owner, params: { id }, reply }) => {
      const isDeleted = await deleteClockOf(deps, callerOf(owner), id);
      return isDeleted ? null : reply.code(202).send(null);
    },
  }),
];

/** The caller of a request; refuses callers that may not have clocks. */
function callerOf({ caller }: Owner): Caller {
  checkClockOwner(caller);
  return caller;
}

function advanceOf({ seconds, to }: Static<typeof AdvanceBody>): Advance {
  if ((seconds === undefined) === (to == null)) {
    throw invalid(
      'seconds',
      fieldText((texts) => texts.secondsOrTo),
    );
  }
  return to == null ? { byMs: (seconds ?? 0) * SECOND_MS } : { to: instantOf('to', to) };
}

function instantOf(field: string, text: string): number {
  const at = parseInstant(text);
  if (at === undefined)
    throw invalid(
      field,
      fieldText((texts) => texts.instantWithZone),
    );
  return at;
}

function invalid(field: string, message: Text): Refusal {
  return new Refusal('invalid_request', { fields: [{ field, message }] });
}
