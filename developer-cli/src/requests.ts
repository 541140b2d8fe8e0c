import { follow } from './follow-stream.ts';
import type { Session } from './session.ts';

/** The shown fields of a request: none of its body, its query or its headers. */
export interface RequestFacts {
  readonly request_id: string;
  readonly started_at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly duration_ms: number;
  /** Whether the answer repeats that of an earlier request with the same idempotency key. */
  readonly idempotency_replayed: boolean;
  /** The code of an error. */
  readonly code: string | null;
  /** The fields of the body that the operation doesn't have; an older gateway doesn't say it. */
  readonly unknown_fields?: string | null;
  /** How many other requests are not shown, because there were too many at once. */
  readonly omitted: number;
}

/** Follows the requests of the key; after a lost connection it goes on where it was. */
export async function* followRequests(
  session: Session,
  options: { readonly signal: AbortSignal; readonly onConnected: () => void },
): AsyncGenerator<RequestFacts, void, undefined> {
  const messages = follow(session, { path: '/v1/requests/stream', ...options });
  for await (const { data = '{}' } of messages) yield JSON.parse(data);
}
