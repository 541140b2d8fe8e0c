import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { textsEqual } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { insertCallback } from './callback-store.ts';
import { announceCallback } from './new-callbacks.ts';

/** One call-back may report many payments. */
const BODY_BYTES_MAX = 1_048_576;

export interface CallbackRoutesDeps extends DatabaseAndClock<Queryable> {
  /** Undefined when no bank is configured: then there are no routes. */
  readonly callbacks: CallbackSettings | undefined;
}

export interface CallbackSettings {
  readonly bank: string;
  /** A part of the path that only the bank knows. */
  readonly secret: string;
  /** The header by which the proxy confirms that it verified the bank's certificate. */
  readonly verifiedClientHeader: string | undefined;
}

/**
 * Receives call-backs of the bank (API Pix 2.10.0, "Webhook"). A call-back is stored before it is
 * answered; a worker handles it later and confirms each payment at the bank. The bank adds `/pix`
 * to the registered address, and `/rec` or `/cobr` for Pix Automático.
 */
export function callbackRoutes(deps: CallbackRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const { callbacks } = deps;
    if (!callbacks) return;
    // The body is stored unchanged; the worker parses it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      (_, body, done) => done(null, body),
    );
    for (const ending of ['', '/pix', '/rec', '/cobr']) {
      app.post(
        `/banks/${callbacks.bank}/:secret${ending}`,
        {
          schema: { hide: true },
          config: { budget: 'bank' },
          bodyLimit: BODY_BYTES_MAX,
          // Before the body: a stranger's is not read.
          onRequest: async (request) => checkSender(request, callbacks),
        },
        async (request, reply) => {
          const body = typeof request.body === 'string' ? request.body : '';
          // No JSON has this character, and PostgreSQL keeps it in no text.
          if (body.includes('\0')) throw new Refusal('invalid_json');
          await storeCallback(deps, { bank: callbacks.bank, body });
          return reply.code(200).send();
        },
      );
    }
  };
}

// Refuses `route_not_found`, so that a stranger doesn't learn that the route exists.
function checkSender(
  request: FastifyRequest,
  { secret, verifiedClientHeader }: CallbackSettings,
): void {
  const tried = String(Object(request.params).secret);
  const isVerified =
    verifiedClientHeader === undefined ||
    request.headers[verifiedClientHeader.toLowerCase()] === 'SUCCESS';
  if (!textsEqual(tried, secret) || !isVerified) throw new Refusal('route_not_found');
}

/** Stores the body of a bank's call-back unchanged. The worker parses and handles it later. */
async function storeCallback(
  { database, clock }: DatabaseAndClock<Queryable>,
  { bank, body }: { readonly bank: string; readonly body: string },
): Promise<void> {
  const at = clock.now();
  await insertCallback(database, { id: createId(at), bank, body, at: new Date(at) });
  announceCallback();
}
