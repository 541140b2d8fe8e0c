import type { FastifyError, FastifyInstance } from 'fastify';
import { type ProblemCode, Refusal } from '../errors/problems.ts';

/**
 * Makes the body of the routes of `app` the file itself, as a buffer. A body of another declared
 * type than `types` is refused with `code`, without being read.
 */
export function acceptOnlyFiles(
  app: Pick<FastifyInstance, keyof FastifyInstance>,
  types: readonly string[],
  code: ProblemCode,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>([...types], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(new Refusal(code));
  });
}

/**
 * Makes the error handler of a route that refuses a body above its own limit with `code`. The
 * message of `payload_too_large` has the limit of the other routes.
 */
export function refuseTooLarge(code: ProblemCode) {
  return (error: FastifyError): never => {
    throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Refusal(code) : error;
  };
}
