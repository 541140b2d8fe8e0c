import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { memberOf, operatorOf } from '../access/member-of-request.ts';
import { Refusal } from '../errors/problems.ts';
import { idempotencyOf } from '../idempotency/key-of-request.ts';
import type { DigestedField } from '../idempotency/request-digest.ts';
import { languageOf } from './language.ts';
import type { Call, Operation, Owner } from './operation.ts';

interface DescribedCall {
  /** The fields whose difference a refusal of a key names. */
  readonly fields: readonly DigestedField[];
  readonly ownerOf: (request: FastifyRequest) => Owner;
  readonly actorOf: (request: FastifyRequest) => Actor;
  readonly keyed: Operation<never>['keyed'];
  readonly file: Operation<never>['file'];
  /** Under which the request is digested: method and path without its parameters. */
  readonly name: string;
}

/** A request as a call. A class: an object with getters of its own costs microseconds. */
export class RequestCall<Deps> implements Call<Deps> {
  readonly deps: Deps;
  readonly params: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly #described: DescribedCall;

  constructor(
    described: DescribedCall,
    { deps, params, request, reply }: Pick<Call<Deps>, 'deps' | 'params' | 'request' | 'reply'>,
  ) {
    this.#described = described;
    this.deps = deps;
    this.params = params;
    this.request = request;
    this.reply = reply;
  }

  get body(): unknown {
    return this.request.body;
  }

  get query(): unknown {
    return this.request.query;
  }

  get file(): Buffer {
    return fileOf(this.body, this.#described.file);
  }

  get owner(): Owner {
    return this.#described.ownerOf(this.request);
  }

  get by(): Actor {
    return this.#described.actorOf(this.request);
  }

  get member() {
    return memberOf(this.request);
  }

  get operator() {
    return operatorOf(this.request);
  }

  get requestKey(): string {
    return `${this.operator.userId} ${this.request.headers['idempotency-key']}`;
  }

  get language() {
    return languageOf(this.request);
  }

  get idempotency() {
    const { keyed, name, fields } = this.#described;
    const { body, params } = this;
    const content = keyed?.content ? keyed.content({ body, params } as never) : body;
    return keyed && idempotencyOf(this.request, { name, fields }, content);
  }
}

/** Refuses a body that is no file by the code of the operation. */
function fileOf(body: unknown, file: Operation<never>['file']): Buffer {
  if (!file) throw new Error('the operation takes no file');
  if (!Buffer.isBuffer(body)) throw new Refusal(file.invalid);
  return body;
}
