import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { taxIdFaults } from '#src/accounts/merchants/tax-id-of-request.ts';
import { isContention, isOutage } from '#src/ground/database/database-errors.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { LANGUAGE_HEADERS, type Language, languageOf } from '#src/ground/http/language.ts';
import { addLink } from '#src/ground/http/link-header.ts';
import { standardAnswers } from '#src/ground/http/standard-door.ts';
import { KeyHeldError } from '#src/ground/idempotency/claim-keys.ts';
import { isStandardPath } from './standard-paths.ts';
import { faultsOf } from './validation.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of an answer with a refusal; null for every other answer. */
    problemCode: ProblemCode | null;
  }
}

const RETRY_AFTER_SECONDS = 1;
// An `import` of it would load Node's own undici too, which takes 35 ms of each start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

// Our codes for what Fastify itself refuses.
const FRAMEWORK_PROBLEMS: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
};

/** The JSON of a refusal: `{ error, message, code }`, and `details` with the fields at
 * fault or the missing scopes. */
export function problemBody(refusal: Refusal, language: Language) {
  const { fields, scopes } = refusal.facts;
  const details =
    fields?.map((fault) => ({ ...fault, message: fault.message[language] })) ??
    scopes?.map((scope) => ({ field: 'scope', message: scope }));
  return {
    error: STATUS_CODES[refusal.status] ?? 'Error',
    message: refusal.messageIn(language),
    code: refusal.code,
    ...(details && { details }),
  };
}

/** Answers with a refusal, in the language of the request. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterSeconds, allow } = refusal.facts;
  reply.problemCode = refusal.code;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (allow !== undefined) reply.header('allow', allow);
  const standard = isStandardPath(reply.request.url) ? standardAnswers() : undefined;
  if (standard) return standard.sendRefusal(reply, refusal);
  // RFC 8288. The linked page explains the code; the body has only the fields of the contract.
  addLink(reply, `</guia/erros/${refusal.code}>; rel="help"`);
  const language = languageOf(reply.request);
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(refusal, language)));
}

/** Answers every thrown error. An error that is not a refusal is a bug: logged and answered 500. */
export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answered = standardAnswers()?.sendError(reply, error);
  if (answered) return answered;
  // The client closed the connection in the middle of its body: no answer reaches it.
  if (request.raw.errored) return sendProblem(reply, new Refusal('invalid_json'));
  const refusal = refusalOf(error, request);
  if (refusal.code === 'internal_error')
    request.log.error({ reqId: request.id, err: error }, 'a request failed');
  if (isOutage(error)) {
    request.log.warn({ reqId: request.id, reason: error.message }, 'the database does not answer');
  } else if (isContention(error)) {
    const line = 'a request waited too long for locked rows';
    request.log.warn({ reqId: request.id, reason: error.message }, line);
  }
  return sendProblem(reply, refusal);
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error.validation) {
    const fields = [...faultsOf(error.validation), ...taxIdFaults(request)];
    return new Refusal('invalid_request', { fields });
  }
  const code = FRAMEWORK_PROBLEMS[error.code];
  if (code) return new Refusal(code);
  if (error.statusCode === 400) return new Refusal('invalid_json');
  if (error instanceof KeyHeldError) {
    return new Refusal('idempotency_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (isOutage(error) || isContention(error)) {
    return new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return new Refusal('internal_error');
}
