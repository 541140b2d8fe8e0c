import type {
  FastifyContextConfig,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Actor } from '../access/actor.ts';
import { actorOfKey, callerOf } from '../access/caller-of-request.ts';
import type { Environment, LedgerScope } from '../access/ledger-scope.ts';
import { actorOf, memberOf } from '../access/member-of-request.ts';
import { type Caller, callerWithoutKey } from '../access/merchant.ts';
import {
  guardedResponses,
  IDEMPOTENCY_CODES,
  operatorChangeResponses,
  operatorCodeResponses,
  panelChangeResponses,
  panelReadResponses,
} from '../errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '../errors/problems.ts';
import type { CreatedResource } from '../idempotency/create-under-keys.ts';
import { checkIdempotencyHeader } from '../idempotency/key-of-request.ts';
import type { DigestedField } from '../idempotency/request-digest.ts';
import { isId } from '../ids.ts';
import { EnvironmentParams, KeyHeaders } from '../schemas/panel-schemas.ts';
import { announce, type Deprecation, deprecationText } from './deprecation.ts';
import { acceptOnlyFiles, refuseTooLarge } from './file-body.ts';
import { sendCreated, sendJsonText } from './json-reply.ts';
import type { Call, MemberDoor, Operation, OperatorDoor, Owner, ProgramDoor } from './operation.ts';
import { RequestCall } from './request-call.ts';

/** The parts of a route that depend on the door. */
interface DoorRoute {
  readonly door: ProgramDoor | MemberDoor | OperatorDoor;
  /** The path of all operations behind the door. */
  readonly below: string;
  readonly config?: FastifyContextConfig;
  readonly deprecated?: Deprecation | undefined;
  /** The parts of its schema before the answers. */
  schema(): object;
  /** Its refusals. */
  responses(): object;
  readonly isKeyRequired: boolean;
  /** The fields whose difference a refusal of a key names. */
  readonly fields: readonly DigestedField[];
  ownerOf(request: FastifyRequest): Owner;
  actorOf(request: FastifyRequest): Actor;
}

type Operations<Deps> = readonly Operation<Deps>[];
type Fields = Readonly<Record<string, TSchema>>;

/** The routes of operations for merchants' programs, below /v1. */
export function programRoutes<Deps>(
  operations: Operations<Deps>,
  deps: NoInfer<Deps>,
  { isIdempotencyRequired }: { readonly isIdempotencyRequired: boolean },
): FastifyPluginAsync {
  return routesOf(operations, deps, (operation) => {
    const { program: door, tag, body } = operation;
    if (!door) return undefined;
    const { summary, description, scope: keyScope, deprecated } = door;
    return {
      door,
      below: '/v1',
      config: { keyScope },
      deprecated,
      schema: () => ({
        summary,
        ...descriptionOf(description, deprecated),
        tags: tag ? [tag] : undefined,
        params: objectOf(fieldsOf(operation, door)),
        body,
      }),
      responses: () => guardedResponses(codesOfProgram(operation, door)),
      isKeyRequired: isIdempotencyRequired,
      fields: operation.keyed?.fields ?? [],
      ownerOf: ownerOfKey,
      actorOf: actorOfKey,
    };
  });
}

function descriptionOf(description: string | undefined, deprecated: Deprecation | undefined) {
  if (!deprecated) return { description };
  const words = [deprecationText(deprecated), description].filter(Boolean);
  return { description: words.join('\n\n'), deprecated: true };
}

/** The further codes of every change by a program. */
const CHANGE_CODES: readonly ProblemCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'sandbox_forbidden',
];

function codesOfProgram(operation: Operation<never>, door: ProgramDoor): readonly ProblemCode[] {
  const codes = codesOf(operation, door);
  if (!isRead(operation, door)) codes.push(...CHANGE_CODES);
  if (operation.body) codes.push('invalid_request');
  return without(door, [...codes, 'overloaded']);
}

function without({ lacks }: DoorRoute['door'], codes: readonly ProblemCode[]) {
  return lacks ? codes.filter((code) => !lacks.includes(code)) : codes;
}

function ownerOfKey(request: FastifyRequest): Owner {
  return new KeyOwner(request);
}

/** The merchant of a key. Reads the address of the request only for those who ask who it was. */
class KeyOwner implements Owner {
  readonly merchant: Caller;
  readonly caller: Caller;
  readonly scope: LedgerScope;
  readonly byHand = undefined;
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    const caller = callerOf(request);
    this.#request = request;
    this.merchant = caller;
    this.caller = caller;
    this.scope = { merchantId: caller.merchantId, environment: caller.environment };
  }

  get by(): Actor {
    return actorOfKey(this.#request);
  }
}

/** The routes of operations for members, below /api/panel/:environment. */
export function memberRoutes<Deps>(
  operations: Operations<Deps>,
  deps: NoInfer<Deps>,
): FastifyPluginAsync {
  return routesOf(operations, deps, (operation) => {
    const { member: door, keyed } = operation;
    if (!door) return undefined;
    const { environment, body = operation.body } = door;
    const inPath = environment ? {} : EnvironmentParams.properties;
    return {
      door,
      below: BELOW_PANEL[environment ?? 'any'],
      config: configOf(door),
      schema: () => ({
        params: objectOf({ ...inPath, ...fieldsOf(operation, door) }),
        headers: keyed && KeyHeaders,
        body,
      }),
      responses: () => responsesOfMember(operation, door),
      // A form that is sent twice must do one thing.
      isKeyRequired: true,
      fields: [],
      ownerOf: (request) => ownerOfMember(request, environment),
      actorOf,
    };
  });
}

/** The path of members' operations, by the environments that it can name. */
const BELOW_PANEL = {
  any: '/api/panel/:environment',
  test: '/api/panel/test',
  none: '/api/panel',
} as const;

function configOf(door: MemberDoor): FastifyContextConfig {
  const { isOpenToUnapproved, isOpenToDrafts, isOpenToSandbox, isClosedToSandbox } = door;
  return {
    ...(isOpenToUnapproved && { isOpenToUnapproved }),
    ...(isOpenToDrafts && { isOpenToDrafts }),
    ...(isOpenToSandbox && { isOpenToSandbox }),
    ...(isClosedToSandbox && { isClosedToSandbox }),
  };
}

function responsesOfMember(operation: Operation<never>, door: MemberDoor): object {
  const codes = codesOf(operation, door);
  if (door.isClosedToSandbox) codes.push('sandbox_forbidden');
  if (Object.values(door.access.code).some((rule) => rule !== 'none')) {
    codes.push('second_factor_invalid');
  }
  const own = without(door, codes);
  return isRead(operation, door) ? panelReadResponses(own) : panelChangeResponses(own);
}

function ownerOfMember(request: FastifyRequest, fixed: MemberDoor['environment']): Owner {
  const { merchant } = memberOf(request);
  const { merchantId } = merchant;
  const by = actorOf(request);
  const environment = (): Environment => {
    if (fixed === 'none') throw new Error('the path of this operation names no environment');
    return fixed ?? Object(request.params).environment;
  };
  return {
    merchant,
    by,
    byHand: by,
    get scope() {
      return { merchantId, environment: environment() };
    },
    get caller() {
      return callerWithoutKey(merchant, { environment: environment(), clientId: 'panel' });
    },
  };
}

/** The routes of operations for operators, below /api/operator. */
export function operatorRoutes<Deps>(
  operations: Operations<Deps>,
  deps: NoInfer<Deps>,
): FastifyPluginAsync {
  return routesOf(operations, deps, (operation) => {
    const { operator: door, hasRequestKey, body } = operation;
    if (!door) return undefined;
    return {
      door,
      below: '/api/operator',
      schema: () => ({
        params: objectOf(fieldsOf(operation, door)),
        headers: hasRequestKey && KeyHeaders,
        body,
      }),
      responses: () => responsesOfOperator(operation, door),
      isKeyRequired: true,
      fields: [],
      ownerOf: () => {
        throw new Error('an operator is no merchant');
      },
      actorOf,
    };
  });
}

function responsesOfOperator(operation: Operation<never>, door: OperatorDoor): object {
  const codes = without(door, codesOf(operation, door));
  if (isRead(operation, door)) return panelReadResponses(codes);
  return door.access.needsCode ? operatorCodeResponses(codes) : operatorChangeResponses(codes);
}

/** The codes that do not depend on the door's guard. */
function codesOf(
  { query, keyed, hasRequestKey, notFound, file, bodyLimit, refuses = [] }: Operation<never>,
  door: DoorRoute['door'],
): ProblemCode[] {
  return [
    ...refuses,
    ...(door.refuses ?? []),
    ...(keyed ? IDEMPOTENCY_CODES : []),
    ...(hasRequestKey ? REQUEST_KEY_CODES : []),
    ...(notFound ? [notFound] : []),
    ...(file ? [file.invalid] : []),
    ...(bodyLimit ? [bodyLimit.tooLarge] : []),
    ...((door.query ?? query) ? (['invalid_request'] as const) : []),
  ];
}

// Such a change is made in one transaction, so no second request meets it in progress.
const REQUEST_KEY_CODES: readonly ProblemCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
];

function isRead({ at }: Operation<never>, door: DoorRoute['door']): boolean {
  return (door.at ?? at).startsWith('GET ');
}

/**
 * The schemas of the fields of a door's path: its own or the operation's, else texts. At the door
 * of members, texts are enough beside those that the programs' door documents.
 */
function fieldsOf({ at, params, program }: Operation<never>, door: DoorRoute['door']): Fields {
  if (door.params === null) return {};
  const isBesideProgram = program !== undefined && program !== door;
  const schema = door.params ?? (isBesideProgram ? undefined : params);
  const texts = Object.fromEntries(namesIn(door.at ?? at).map((name) => [name, Type.String()]));
  return schema ? Object(schema).properties : texts;
}

function objectOf(fields: Fields): TSchema | undefined {
  return Object.keys(fields).length > 0 ? Type.Object(fields) : undefined;
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

function routesOf<Deps>(
  operations: Operations<Deps>,
  deps: Deps,
  describe: (operation: Operation<Deps>) => DoorRoute | undefined,
): FastifyPluginAsync {
  return async (app) => {
    for (const operation of operations) {
      const described = describe(operation);
      const { file } = operation;
      if (!described) continue;
      const route = routeOf(operation, deps, described);
      const otherName = otherNameOf(route, described);
      if (otherName) app.route(otherName);
      // A parser of files is of one plugin.
      if (file) {
        await app.register(async (own) => {
          acceptOnlyFiles(own, file.types, file.invalid);
          own.route(route);
        });
      } else app.route(route);
    }
  };
}

function routeOf<Deps>(operation: Operation<Deps>, deps: Deps, described: DoorRoute): RouteOptions {
  const { at, bodyLimit, isDownload, beforeBody, keyed, run } = operation;
  const { door, below, config, deprecated, isKeyRequired } = described;
  const [method = '', path = ''] = (door.at ?? at).split(' ');
  const callOf = callsOf(operation, deps, described);
  return {
    method,
    url: below + path,
    config: { ...config, ...operation.config, ...door.config },
    onRequest: [
      ...(deprecated ? [announce(deprecated)] : []),
      ...(keyed || operation.hasRequestKey
        ? [checkIdempotencyHeader(isKeyRequired || keyed?.isRequired === true)]
        : []),
      ...(beforeBody ? [(...now: Exchange) => beforeBody(callOf(...now))] : []),
    ],
    ...(bodyLimit && {
      bodyLimit: bodyLimit.bytesMax,
      errorHandler: refuseTooLarge(bodyLimit.tooLarge),
    }),
    ...(isDownload && { exposeHeadRoute: false }),
    schema: schemaOf(operation, described),
    handler: async (request, reply) => {
      const call = callOf(request, reply);
      refuseOtherIds(operation, call.params);
      const answer = await run(call);
      // A reply is awaited until it was sent, and is undefined then.
      return reply.sent ? reply : send(operation, reply, answer);
    },
  };
}

/** The route of the second name of an operation, which the API document doesn't have. */
function otherNameOf(route: RouteOptions, { door, below }: DoorRoute): RouteOptions | undefined {
  if (!('alsoAt' in door) || door.alsoAt === undefined) return undefined;
  const [method = '', path = ''] = door.alsoAt.split(' ');
  return { ...route, method, url: below + path, schema: { ...route.schema, hide: true } };
}

function refuseOtherIds({ notFound }: Operation<never>, params: unknown): void {
  if (notFound && !isId(Object(params).id)) throw new Refusal(notFound);
}

/** A schema without the parts that are undefined, of which Fastify warns. */
/** The schemas of routes, made once: all servers of a process share them. */
const schemas = new WeakMap<DoorRoute['door'], object>();

function schemaOf(
  { query, answer: [status, content], alsoAnswers }: Operation<never>,
  { door, schema, responses }: DoorRoute,
): object {
  const known = schemas.get(door);
  if (known) return known;
  const made = partsOf({
    operationId: door.id,
    ...schema(),
    querystring: door.query ?? query,
    response: { [status]: door.answer ?? content, ...alsoAnswers, ...responses() },
  });
  schemas.set(door, made);
  return made;
}

function partsOf(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined));
}

type Exchange = [request: FastifyRequest, reply: FastifyReply];

/** Makes the function that describes a request of a door as a call of its operation. */
function callsOf<Deps>(
  { at, keyed, file }: Operation<Deps>,
  deps: Deps,
  { door, below, fields, ownerOf, actorOf }: DoorRoute,
): (...exchange: Exchange) => Call<Deps, never, never, never> {
  const [method, path = ''] = (door.at ?? at).split(' ');
  const kept = path.replace(/\/:\w+/g, '');
  const name = `${method} ${below.replace('/:environment', '')}${kept}`;
  const names = namesIn(at);
  const inPath = namesIn(path);
  const isNamedAlike = names.join() === inPath.join();
  const paramsOf = ({ params }: FastifyRequest): unknown =>
    isNamedAlike
      ? params
      : Object.fromEntries(names.map((own, index) => [own, Object(params)[inPath[index] ?? '']]));
  const described = { name, fields, keyed, file, ownerOf, actorOf };
  return (request, reply) => {
    const call: Call<Deps> = new RequestCall(described, {
      deps,
      params: paramsOf(request),
      request,
      reply,
    });
    // The schemas of the operation have checked the request.
    return call as Call<Deps, never, never, never>;
  };
}

function send({ answer: [status], keyed }: Operation<never>, reply: FastifyReply, answer: unknown) {
  if (keyed) return sendCreated(reply, answer as CreatedResource, status === 200 ? 200 : 201);
  if (typeof answer === 'string') return sendJsonText(reply, status, answer);
  reply.code(status);
  return answer;
}
