import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addLink } from './link-header.ts';

/** That programs should stop using an operation. The page of the guide says what to use instead. */
export interface Deprecation {
  /** The day on which it was deprecated (UTC), as 2026-11-29. */
  readonly since: string;
  /** The day from which it may be missing. */
  readonly sunset: string;
  readonly guide: `/guia/${string}`;
}

/** How long an operation is answered after it was deprecated, as the guide promises. */
const MONTHS_MIN = 12;

/** The page that says how long an operation is answered. */
const POLICY = '/guia/compatibilidade';

/**
 * Makes the hook that announces a deprecation in each answer: RFC 9745 and RFC 8594.
 * @throws {Error} when the sunset is earlier than the guide promises
 */
export function announce({ since, sunset, guide }: Deprecation): onRequestHookHandler {
  const [from, until] = [since, sunset].map((day) => new Date(`${day}T00:00:00Z`));
  if (!from || !until || !(until >= monthsAfter(from))) {
    throw new Error(`${sunset} is no day at least ${MONTHS_MIN} months after ${since}`);
  }
  const headers = {
    deprecation: `@${from.getTime() / 1_000}`,
    sunset: until.toUTCString(),
  };
  const links = `<${guide}>; rel="deprecation", <${POLICY}>; rel="sunset"`;
  return (_request: FastifyRequest, reply: FastifyReply, done) => {
    addLink(reply.headers(headers), links);
    done();
  };
}

/** The sentence about a deprecation in the API document. */
export function deprecationText({ since, sunset, guide }: Deprecation): string {
  return `**Obsoleta** desde ${since}: responde pelo menos até ${sunset}. Veja ${guide}.`;
}

function monthsAfter(day: Date): Date {
  const later = new Date(day);
  later.setUTCMonth(later.getUTCMonth() + MONTHS_MIN);
  return later;
}
