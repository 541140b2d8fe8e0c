import type { Environment } from '../access/ledger-scope.ts';
import { isId } from '../ids.ts';

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

/** The bodies of a request, which are logged masked. */
export interface Bodies {
  readonly request: unknown;
  readonly answer: string | undefined;
}

/**
 * Logs the requests of keys for the panel: in each process up to ten successes and ten failures a
 * second of each key and 300 requests a minute of each merchant, and how many were omitted.
 * Requests are kept in memory for a second, so that a request never waits; a crash loses that
 * second.
 */
export interface RequestLog {
  /** `read` is called only for a request that is logged. */
  add(
    request: Pick<AnsweredRequest, 'merchantId' | 'clientId' | 'status'>,
    read: () => { readonly facts: AnsweredRequest; readonly bodies: Bodies },
  ): void;
  /** Requests that were neither logged nor counted because memory was full. */
  dropped(): number;
  /** Writes the requests that are still in memory. */
  close(): Promise<void>;
}
