import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOfRefusal, type StandardProblem } from '#src/api-pix/problems/standard-problem.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';

const PREFIX = '/pix/v2';
// With the look-behind, each slash is read once: a long row of them cost its length squared.
const SLASHES_AT_END = /(?<!\/)\/+$/;
const CHANGES = new Set(['PUT', 'PATCH', 'POST']);

/** Whether a path is one of the Central Bank's API, whose answers follow its document. */
export function isStandardPath(url: string): boolean {
  return url === PREFIX || url.startsWith(`${PREFIX}/`) || url.startsWith(`${PREFIX}?`);
}

/**
 * The path of a request as our routes know it. Clients of banks send a slash at the end, and the
 * `+` of an instant without its encoding, which a query string otherwise reads as a blank.
 */
export function repairStandardUrl(url: string): string {
  if (!isStandardPath(url)) return url;
  const [path = '', ...query] = url.split('?');
  const bare = path.length > PREFIX.length + 1 ? path.replace(SLASHES_AT_END, '') : path;
  return query.length === 0 ? bare : `${bare}?${query.join('?').replaceAll('+', '%2B')}`;
}

/** Answers with a refusal of the gateway in the form of the standard (RFC 7807). */
export function sendRefusalOfStandard(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { method, routeOptions, is404 } = reply.request;
  const family = is404 ? undefined : routeOptions.config.problemFamily;
  return sendStandardProblem(
    reply,
    problemOfRefusal(refusal, { family, isChange: isChange(method) }),
  );
}

/** Answers with an error of the standard, in Portuguese as its document. */
export function sendStandardProblem(reply: FastifyReply, problem: StandardProblem): FastifyReply {
  const { body, retryAfterSeconds } = problem;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(body.status)
    .header('content-language', 'pt-BR')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}

function isChange(method: FastifyRequest['method']): boolean {
  return CHANGES.has(method);
}
