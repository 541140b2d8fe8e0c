import type { FastifyReply } from 'fastify';
import type { StandardAnswers } from '#src/ground/http/standard-door.ts';
import { problemOfRefusal, StandardProblem } from './standard-problem.ts';

const CHANGES = new Set(['PUT', 'PATCH', 'POST']);

/** How the server answers with errors of the standard. */
export const apiPixAnswers: StandardAnswers = {
  sendRefusal(reply, refusal) {
    const { method, routeOptions, is404 } = reply.request;
    const family = is404 ? undefined : routeOptions.config.problemFamily;
    return send(reply, problemOfRefusal(refusal, { family, isChange: CHANGES.has(method) }));
  },
  sendError: (reply, error) => (error instanceof StandardProblem ? send(reply, error) : undefined),
};

/** Answers with an error of the standard, in Portuguese as its document. */
function send(reply: FastifyReply, { body, retryAfterSeconds }: StandardProblem): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(body.status)
    .header('content-language', 'pt-BR')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}
