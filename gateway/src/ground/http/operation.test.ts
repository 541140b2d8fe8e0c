import assert from 'node:assert/strict';
import { test } from 'node:test';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { describeHeaders } from '#src/host/http/openapi-headers.ts';
import { memberRules } from '../access/member-access.ts';
import { operatorRules } from '../access/operator-access.ts';
import { addLink } from './link-header.ts';
import { memberAccessIn, operationsOf, operatorAccessIn } from './operation.ts';
import { programRoutes } from './operation-doors.ts';

const { operation, listOf } = operationsOf<{ readonly name: string }>('Things');
const Thing = Type.Object({ id: Type.String() });
const answer = [200, Thing] as const;
const read = { at: 'GET /things/:thing_id', answer } as const;

const thing = operation({
  ...read,
  member: { id: 'getOwnThing', access: memberRules.owner },
  operator: { id: 'getThing', access: operatorRules.care },
  run: async ({ params: { thing_id: id } }) => ({ id }),
});

test('an operation carries the access rule of each of its doors', () => {
  assert.deepEqual(memberAccessIn([thing]), { getOwnThing: memberRules.owner });
  assert.deepEqual(operatorAccessIn([thing]), { getThing: operatorRules.care });
});

test('an operation that sends another of its answers gives its status, and no second answer', async () => {
  const late = operation({
    at: 'DELETE /things/:id',
    program: { id: 'deleteThing', sdk: 'things.delete', scope: 'charges:write', summary: 'Apaga' },
    answer: [204, Type.Null()],
    alsoAnswers: { 202: Thing },
    run: async ({ params: { id }, reply }) => (id === 'x' ? reply.code(202).send({ id }) : null),
  });
  const app = Fastify();
  await app.register(programRoutes([late], { name: '' }, { isIdempotencyRequired: false }));
  const running = await app.inject({ method: 'DELETE', url: '/v1/things/x' });
  assert.deepEqual([running.statusCode, running.json()], [202, { id: 'x' }]);
  const done = await app.inject({ method: 'DELETE', url: '/v1/things/y' });
  assert.deepEqual([done.statusCode, done.body], [204, '']);
});

const deprecated = {
  since: '2026-11-29',
  sunset: '2027-11-29',
  guide: '/guia/pix',
} as const;

function readThing(facts: object) {
  const program = {
    id: 'readThing',
    sdk: 'things.retrieve',
    scope: 'charges:read',
    summary: 'Lê',
    description: 'Uma coisa.',
    ...facts,
  } as const;
  return operation({
    at: 'GET /things/:id',
    program,
    answer,
    run: async ({ params: { id }, reply }) => {
      addLink(reply, '</self>; rel="self"');
      if (id === 'none') throw new Error('no such thing');
      return { id };
    },
  });
}

async function openThings(facts: object) {
  const app = Fastify();
  await app.register(swagger);
  const deps = { name: '' };
  await app.register(programRoutes([readThing(facts)], deps, { isIdempotencyRequired: false }));
  return app;
}

test('each answer of a deprecated operation names its days and its replacement, beside its own links', async () => {
  const app = await openThings({ deprecated });
  const links = '</guia/pix>; rel="deprecation", </guia/compatibilidade>; rel="sunset"';
  for (const url of ['/v1/things/x', '/v1/things/none']) {
    const { headers } = await app.inject(url);
    assert.deepEqual(
      [headers.deprecation, headers.sunset, headers.link],
      ['@1795910400', 'Mon, 29 Nov 2027 00:00:00 GMT', `${links}, </self>; rel="self"`],
    );
  }
  const { paths } = app.swagger();
  const { description, deprecated: isDeprecated } = Object(paths)['/v1/things/{id}'].get;
  assert.match(description, /^\*\*Obsoleta\*\* desde 2026-11-29.*2027-11-29.*\n\nUma coisa\.$/);
  assert.equal(isDeprecated, true);
  const [answered] = Object.values(
    Object(describeHeaders({ ...paths }))['/v1/things/{id}'].get.responses,
  );
  assert.ok(['Deprecation', 'Sunset'].every((name) => name in Object(answered).headers));
});

test('an operation that is not deprecated has none of this', async () => {
  const app = await openThings({});
  const { headers } = await app.inject('/v1/things/x');
  assert.deepEqual(
    [headers.deprecation, headers.sunset, headers.link],
    [undefined, undefined, '</self>; rel="self"'],
  );
  const { description, deprecated: isDeprecated } = Object(app.swagger().paths)['/v1/things/{id}']
    .get;
  assert.deepEqual([description, isDeprecated], ['Uma coisa.', undefined]);
});

test('a gateway does not start with an operation that ends earlier than the guide promises', async () => {
  for (const sunset of ['2027-11-28', '2026-11-01', 'soon']) {
    await assert.rejects(
      openThings({ deprecated: { ...deprecated, sunset } }),
      /at least 12 months after 2026-11-29/,
    );
  }
});

/** The compiler refuses each of these; `tsc` fails where it does not. */
export const refused = () => [
  // @ts-expect-error a member's door without a rule
  operation({ ...read, member: { id: 'getOwnThing' }, run: async () => ({ id: '' }) }),
  // @ts-expect-error an operator's door without a rule
  operation({ ...read, operator: { id: 'getThing' }, run: async () => ({ id: '' }) }),
  operation({
    ...read,
    // @ts-expect-error a programs' door without a scope
    program: { id: 'getThing', sdk: 'things.retrieve', summary: 'Lê' },
    run: async () => ({ id: '' }),
  }),
  operation({
    ...read,
    // @ts-expect-error a programs' door without a method of the SDKs
    program: { id: 'getThing', scope: 'charges:read', summary: 'Lê' },
    run: async () => ({ id: '' }),
  }),
  // @ts-expect-error an answer of another shape than the schema
  operation({ ...read, run: async () => ({ name: '' }) }),
  // @ts-expect-error a field that the path does not have
  operation({ ...read, run: async ({ params: { id } }) => ({ id }) }),
  // @ts-expect-error a code that no problem has
  operation({ ...read, refuses: ['thing_not_fund'], run: async () => ({ id: '' }) }),
  listOf({
    at: 'GET /things',
    query: Type.Object({}),
    page: Type.Object({ data: Type.Array(Thing), next_cursor: Type.Null() }),
    select: async () => ({ rows: [{ name: 'x' }], next: null }),
    // @ts-expect-error an item of another shape than in the page's schema
    view: ({ name }) => ({ name }),
  }),
];
