import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Actor } from '../access/actor.ts';
import type { KeyScope } from '../access/key-rights.ts';
import type { LedgerScope } from '../access/ledger-scope.ts';
import type { MemberAccess } from '../access/member-access.ts';
import type { Member, Operator } from '../access/member-of-request.ts';
import type { Caller, Merchant } from '../access/merchant.ts';
import type { OperatorAccess } from '../access/operator-access.ts';
import type { Page } from '../database/read-page.ts';
import type { ProblemCode } from '../errors/problems.ts';
import type { CreatedResource } from '../idempotency/create-under-keys.ts';
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { DigestedField } from '../idempotency/request-digest.ts';
import { ID_MAX } from '../ids.ts';
import type { Deprecation } from './deprecation.ts';
import type { Language } from './language.ts';
import { cursorOf, idOfCursor } from './page-cursor.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type MethodAndPath = `${Method} /${string}`;
type Status = 200 | 201 | 202 | 204;

/** The id of an operation at a door, and the parts of its contract that differ there. */
interface Door {
  readonly id: string;
  /** The fields of a path of its own stand for those of the operation's path, in their order. */
  readonly at?: MethodAndPath;
  /** Null leaves the fields without a schema, which the API document lists last. */
  readonly params?: TSchema | null;
  readonly query?: TSchema;
  readonly answer?: unknown;
  readonly refuses?: readonly ProblemCode[];
  /** The refusals of other operations at the door that this one doesn't have. */
  readonly lacks?: readonly ProblemCode[];
  readonly config?: FastifyContextConfig;
}

/** The door of merchants' programs, below /v1. */
export interface ProgramDoor extends Door {
  /** The method of the SDKs, by its path in snake_case: `charges.create`. */
  readonly sdk: string;
  /** What the documentation of that method says after the summary. */
  readonly sdkNote?: string;
  /** Repeating a POST or DELETE changes nothing more: the SDKs repeat it without a key. */
  readonly isRepeatable?: true;
  /**
   * A second name of the method and path: the same operation, so an idempotency key of one name is
   * used at the other too. The API document and the SDKs have only the first name.
   */
  readonly alsoAt?: MethodAndPath;
  readonly scope: KeyScope | readonly KeyScope[];
  readonly summary: string;
  readonly description?: string;
  /** Its answers, the API document and the SDKs then say that programs should leave it. */
  readonly deprecated?: Deprecation;
}

/** The door of a merchant's members, below /api/panel/:environment. */
export interface MemberDoor<Body = unknown>
  extends Door,
    Pick<
      FastifyContextConfig,
      'isOpenToUnapproved' | 'isOpenToDrafts' | 'isOpenToSandbox' | 'isClosedToSandbox'
    > {
  readonly access: MemberAccess;
  /** Its path names only the test environment, or none. */
  readonly environment?: 'test' | 'none';
  /** The schema of the body, if it is another one than at the programs' door. */
  readonly body?: Body;
}

/** The door of operators, below /api/operator. */
export interface OperatorDoor extends Door {
  readonly access: OperatorAccess;
}

/** The merchant whose program or member calls. */
export interface Owner {
  readonly merchant: Merchant;
  readonly caller: Caller;
  /** Throws where the path of a member's door names no environment. */
  readonly scope: LedgerScope;
  readonly by: Actor;
  /** The actor of a member's change; undefined for programs: the audit log has not all they do. */
  readonly byHand: Actor | undefined;
}

/** A call of an operation, by any door. */
export interface Call<Deps, Body = unknown, Params = unknown, Query = unknown> {
  readonly deps: Deps;
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly idempotency: IdempotencyKey | undefined;
  /** The idempotency key of an operator's change, unique for the operator. */
  readonly requestKey: string;
  /** The body of an operation that takes a file. Throws for others. */
  readonly file: Buffer;
  /** Throws at the operators' door. */
  readonly owner: Owner;
  /** The actor of a change, for the audit log. */
  readonly by: Actor;
  /** The member who calls. Throws at other doors. */
  readonly member: Member;
  /** The operator who calls. Throws at other doors. */
  readonly operator: Operator;
  readonly language: Language;
  /** For the address, and with `reply` for headers, streams and downloads; for nothing else. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** How an operation takes an idempotency key. The stored digest has its method and path. */
export interface Keyed<Body = never, Params = never> {
  /** The fields whose difference a refusal names to a program. */
  readonly fields: readonly DigestedField[];
  /** Programs need a key, even where the gateway's setting requires none. */
  readonly isRequired?: true;
  /** The content that a repeat must have: the body, unless this names another. */
  content?(request: { readonly body: Body; readonly params: Params }): unknown;
}

/** The contract of an operation without its values. */
interface Contract {
  /** Method and path below each door: `GET /products/:id`. */
  readonly at: MethodAndPath;
  readonly program?: ProgramDoor;
  readonly operator?: OperatorDoor;
  readonly refuses?: readonly ProblemCode[];
  /** The refusal of a field `id` in the path that is no id. */
  readonly notFound?: ProblemCode;
  /** An operator's change that takes a key and stores it itself, as `requestKey`. */
  readonly hasRequestKey?: true;
  /** Answers beside `answer`, by status. */
  readonly alsoAnswers?: Readonly<Record<number, unknown>>;
  /** The body is a file of one of these types. */
  readonly file?: { readonly types: readonly string[]; readonly invalid: ProblemCode };
  /** The limit of the body in bytes, where it differs from the limit of all routes. */
  readonly bodyLimit?: { readonly bytesMax: number; readonly tooLarge: ProblemCode };
  /** A HEAD request must not read the whole answer. */
  readonly isDownload?: true;
  readonly config?: FastifyContextConfig;
}

/** One operation: its contract, its doors with their rules, and the function that runs it. */
export interface Operation<Deps> extends Contract {
  /** The group in the API document. */
  readonly tag: string | undefined;
  readonly member?: MemberDoor;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly answer: readonly [Status, unknown];
  readonly keyed?: Keyed;
  beforeBody?(call: Call<Deps>): Promise<void>;
  run(call: Call<Deps, never, never, never>): Promise<unknown>;
}

/**
 * The value of a schema. Without `NoInfer` the compiler looks for schemas in the types of `run`,
 * which costs more than a million instantiations.
 */
type ValueOf<Schema> = NoInfer<Schema extends TSchema ? Static<Schema> : undefined>;

type FieldsIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Field}/${infer More}`
    ? Field | FieldsIn<More>
    : Rest
  : never;

/** The fields of a path: texts, where the operation has no schema for them. */
type ParamsOf<Path, Schema> = Schema extends undefined
  ? { readonly [Field in FieldsIn<Path>]: string }
  : ValueOf<Schema>;

/** The value of an answer, its JSON as a text, the resource of a key, or a reply that was sent. */
type Answered<Schema> = ValueOf<Schema> | string | CreatedResource | FastifyReply;

interface Described<Deps, Path, Params, Query, Body, MemberBody, Answer> extends Contract {
  readonly at: Path & MethodAndPath;
  readonly member?: MemberDoor<MemberBody>;
  /** The fields of the path, if they are more than texts. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: readonly [Status, Answer];
  readonly keyed?: Keyed<ValueOf<Body> | ValueOf<MemberBody>, ParamsOf<Path, Params>>;
  /** Refuses a request before its body is read. */
  beforeBody?(call: Call<Deps>): Promise<void>;
  run(
    call: Call<Deps, ValueOf<Body> | ValueOf<MemberBody>, ParamsOf<Path, Params>, ValueOf<Query>>,
  ): Promise<Answered<Answer>>;
}

/** Where a page of a list begins, and its length. */
export interface ListPlace {
  readonly cursor: string | undefined;
  /** The cursor, or at the start of the list the highest id. */
  readonly beforeId: string;
  readonly limit: number;
}

type ItemOf<Answer> = Answer extends { readonly data: readonly (infer Item)[] } ? Item : never;

interface DescribedList<Deps, Path, Params, Query, Answer, Row> extends Contract {
  readonly at: Path & MethodAndPath;
  readonly member?: MemberDoor;
  readonly params?: Params;
  readonly query: Query;
  readonly page: Answer;
  select(
    call: Call<Deps, undefined, ParamsOf<Path, Params>, ValueOf<Query>>,
    place: ListPlace,
  ): Promise<Page<Row>>;
  view(row: Row, call: Call<Deps>): ItemOf<ValueOf<Answer>>;
}

interface Makers<Deps> {
  operation<
    Path,
    Answer,
    Params = undefined,
    Query = undefined,
    Body = undefined,
    MemberBody = never,
  >(described: Described<Deps, Path, Params, Query, Body, MemberBody, Answer>): Operation<Deps>;
  listOf<Path, Query, Answer, Row, Params = undefined>(
    described: DescribedList<Deps, Path, Params, Query, Answer, Row>,
  ): Operation<Deps>;
}

const LIMIT_DEFAULT = 20;

/** Makes the functions that describe the operations of a feature; `tag` is for its programs. */
export function operationsOf<Deps>(tag?: string): Makers<Deps> {
  const makers = {
    operation: (described: object) => ({ tag, ...described }),
    listOf: ({ page, select, view, ...described }: ListParts) => ({
      tag,
      ...described,
      answer: [200, page],
      run: async (call: Call<Deps, never, never, { cursor?: string; limit?: number }>) => {
        const { limit = LIMIT_DEFAULT } = call.query;
        const cursor = idOfCursor(call.query.cursor);
        const { rows, next } = await select(call, { cursor, beforeId: cursor ?? ID_MAX, limit });
        return { data: rows.map((row) => view(row, call)), next_cursor: cursorOf(next) };
      },
    }),
  };
  // The values of the schemas exist only for the compiler.
  return makers as unknown as Makers<Deps>;
}

interface ListParts {
  readonly page: unknown;
  readonly select: (call: unknown, place: ListPlace) => Promise<Page<unknown>>;
  readonly view: (row: unknown, call: unknown) => unknown;
}

/** The access rules of members, by the ids of operations at their door. */
export function memberAccessIn(
  operations: readonly Operation<never>[],
): Readonly<Record<string, MemberAccess>> {
  const doors = operations.flatMap(({ member }) => member ?? []);
  return Object.fromEntries(doors.map(({ id, access }) => [id, access]));
}

/** The access rules of operators, by the ids of operations at their door. */
export function operatorAccessIn(
  operations: readonly Operation<never>[],
): Readonly<Record<string, OperatorAccess>> {
  const doors = operations.flatMap(({ operator }) => operator ?? []);
  return Object.fromEntries(doors.map(({ id, access }) => [id, access]));
}
