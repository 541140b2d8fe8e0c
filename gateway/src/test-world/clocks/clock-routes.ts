import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { parseInstant } from '#src/ground/clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import {
  AdvanceBody,
  ClockParams,
  clockView,
  NewClockBody,
  TestClockAnswer,
  TestClocks,
} from './clock-schemas.ts';
import {
  type Advance,
  advanceClock,
  bindCaller,
  type ClockDeps,
  checkClockOwner,
  createClock,
  deleteClockOf,
  listClocks,
  readClock,
} from './manage-clocks.ts';

const PATH = '/v1/test/clocks';
const config = { keyScope: 'charges:write' } as const;
const tags = ['Testing'];
const NOT_READY = 'O trabalho continua: leia o relógio até que status seja ready.';

/** The operations on the clocks of the caller's test environment. */
export function testClockRoutes(deps: ClockDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [createRoutes, readRoutes, advanceRoute, bindRoutes, deleteRoute]) {
      await app.register(routes(deps));
    }
  };
}

function createRoutes(deps: ClockDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        config: { ...config, isBodyOptional: true },
        schema: {
          operationId: 'createTestClock',
          summary: 'Cria um relógio de teste',
          description:
            'A hora do relógio só muda quando você o avança. As cobranças criadas com o seu ' +
            '`clock_id`, ou por uma chave ligada a ele, vivem no seu tempo.',
          tags,
          body: NewClockBody,
          response: {
            201: TestClockAnswer,
            ...changeResponses(
              'invalid_request',
              'too_many_test_clocks',
              'test_clock_out_of_range',
            ),
          },
        },
      },
      async (request, reply) => {
        const { name, now, bind_key: bindsKey = false } = request.body;
        const startAt = now == null ? undefined : instantOf('now', now);
        const wanted = { name: name?.trim() ?? null, startAt, bindsKey };
        return reply.code(201).send(clockView(await createClock(deps, owner(request), wanted)));
      },
    );
  };
}

function readRoutes(deps: ClockDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'listTestClocks',
          summary: 'Lista os relógios de teste',
          tags,
          response: { 200: TestClocks, ...responses() },
        },
      },
      async (request) => ({ data: (await listClocks(deps, owner(request))).map(clockView) }),
    );
    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'getTestClock',
          summary: 'Lê um relógio de teste',
          tags,
          params: ClockParams,
          response: { 200: TestClockAnswer, ...responses('test_clock_not_found') },
        },
      },
      async (request) => clockView(await readClock(deps, owner(request), request.params.id)),
    );
  };
}

function advanceRoute(deps: ClockDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/advance`,
      {
        config,
        schema: {
          operationId: 'advanceTestClock',
          summary: 'Avança um relógio de teste',
          description:
            'Responde quando aconteceu tudo o que vencia, cada coisa na sua hora: expirações, ' +
            'saques, devoluções, liquidações e novas tentativas de webhooks.',
          tags,
          params: ClockParams,
          body: AdvanceBody,
          response: {
            200: TestClockAnswer,
            202: { ...TestClockAnswer, description: NOT_READY },
            ...changeResponses(
              'invalid_request',
              'test_clock_not_found',
              'test_clock_busy',
              'test_clock_out_of_range',
            ),
          },
        },
      },
      async (request, reply) => {
        const change = { id: request.params.id, advance: advanceOf(request.body) };
        const advanced = await advanceClock(deps, owner(request), change);
        const isReady = advanced.clock.status === 'ready';
        return reply.code(isReady ? 200 : 202).send(clockView(advanced));
      },
    );
  };
}

function bindRoutes(deps: ClockDeps): FastifyPluginAsyncTypebox {
  const steps = [
    { step: 'bind', isBound: true, operationId: 'bindTestClock', summary: 'Liga a chave' },
    { step: 'unbind', isBound: false, operationId: 'unbindTestClock', summary: 'Desliga a chave' },
  ] as const;
  return async (app) => {
    for (const { step, isBound, operationId, summary } of steps) {
      app.post(
        `${PATH}/:id/${step}`,
        {
          config: { ...config, isBodyOptional: true },
          schema: {
            operationId,
            summary: `${summary} que chama ${isBound ? 'a' : 'de'} um relógio de teste`,
            tags,
            params: ClockParams,
            response: { 200: TestClockAnswer, ...changeResponses('test_clock_not_found') },
          },
        },
        async (request) => {
          const { id } = request.params;
          return clockView(await bindCaller(deps, owner(request), { id, isBound }));
        },
      );
    }
  };
}

function deleteRoute(deps: ClockDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:id`,
      {
        config,
        schema: {
          operationId: 'deleteTestClock',
          summary: 'Apaga um relógio de teste',
          description:
            'O que espera é encerrado: cobranças pendentes são canceladas, saques, devoluções e ' +
            'liquidações acontecem, e webhooks continuam pela hora real, como as suas chaves.',
          tags,
          params: ClockParams,
          response: {
            202: Type.Null({ description: NOT_READY }),
            204: Type.Null({ description: 'Apagado.' }),
            ...changeResponses('test_clock_not_found', 'test_clock_busy'),
          },
        },
      },
      async (request, reply) => {
        const isDeleted = await deleteClockOf(deps, owner(request), request.params.id);
        return reply.code(isDeleted ? 204 : 202).send(null);
      },
    );
  };
}

function responses(...codes: readonly ProblemCode[]) {
  return guardedResponses(['test_key_required', 'sandbox_forbidden', ...codes, 'overloaded']);
}

function changeResponses(...codes: readonly ProblemCode[]) {
  return responses('invalid_json', 'payload_too_large', 'unsupported_media_type', ...codes);
}

/** The caller of a request; refuses callers that may not have clocks. */
function owner(request: FastifyRequest): Caller {
  const caller = callerOf(request);
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
