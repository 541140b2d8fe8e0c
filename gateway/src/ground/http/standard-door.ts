import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/merchant.ts';
import type { Refusal } from '../errors/problems.ts';
import { givenPart } from '../given-list.ts';

/** The caller of a request with a valid token, and the scopes of the token. */
export interface TokenHolder {
  readonly caller: Caller;
  readonly scopes: readonly string[];
}

/** Reads the token of a request to the Central Bank's API; undefined without a valid one. */
export type ReadToken = (request: FastifyRequest) => Promise<TokenHolder | undefined>;

/** How the Central Bank's API, an option, words what it doesn't do. */
export interface StandardAnswers {
  /** Answers with a refusal of the gateway in the form of the standard (RFC 7807). */
  readonly sendRefusal: (reply: FastifyReply, refusal: Refusal) => FastifyReply;
  /** Answers with an error of the standard; undefined for any other error. */
  readonly sendError: (reply: FastifyReply, error: Error) => FastifyReply | undefined;
}

export const { give: giveStandardAnswers, read: standardAnswers } = givenPart<
  StandardAnswers | undefined
>('answers of API Pix');

const BEARER = /^bearer +(\S+)$/i;

/** The text of a Bearer token; undefined without one. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization?.trim() ?? '')?.[1];
}
