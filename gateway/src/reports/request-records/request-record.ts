import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isId } from '#src/ground/ids.ts';

/** The key pair whose requests are recorded and shown. */
export interface RecordedKey {
  readonly merchantId: string;
  readonly clientId: string;
}

/** An answered request, without bodies, query and headers. */
export interface AnsweredRequest extends RecordedKey {
  /** The X-Request-Id; it contains the instant at which the request began. */
  readonly id: string;
  readonly environment: Environment;
  readonly method: string;
  readonly path: string;
  /** The operationId of the API document; undefined for a route that doesn't exist. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Whether the answer repeats that of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
  /** The code of an error. */
  readonly code: string | undefined;
  /** Fields of the body that the operation doesn't have, separated by commas. */
  readonly unknownFields?: string | undefined;
}

/** A request as it was recorded. */
export interface RequestRecord extends AnsweredRequest {
  /** How many requests of the key were omitted from the same write, because there were too many. */
  readonly omitted: number;
}

const PATH_LENGTH_MAX = 200;
const WORD = /^[a-z][a-z0-9_-]{0,39}$/;

/**
 * The path of a request as it is shown: the route with its ids. A parameter that isn't an id may
 * name a person, so its name is shown instead. `route` is undefined for a route that doesn't exist:
 * then words and ids are shown, and `…` for the other parts.
 */
export function shownPath(url: string, route: string | undefined): string {
  const [path = ''] = url.split('?', 1);
  const parts = route?.split('/');
  const shown = path.split('/').map((part, index) => {
    if (part === '' || isId(part)) return part;
    return parts ? (parts[index] ?? '…') : WORD.test(part) ? part : '…';
  });
  return shown.join('/').slice(0, PATH_LENGTH_MAX);
}
