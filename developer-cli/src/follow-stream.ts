import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf, reach, reasonOf, refusalOf } from './call.ts';
import { readEventStream, type StreamMessage } from './event-stream.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
/** A connection that lasted so long ends a series of failures. */
const STABLE_MS = 30_000;

export interface FollowOptions {
  readonly path: string;
  /** Of the first connection; the others continue after the last message. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Of every connection. */
  readonly filter?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onConnected?: (isAgain: boolean) => void;
  readonly onLost?: (reason: string, pauseMs: number) => void;
}

/**
 * Follows a stream of the gateway until the signal. When the connection is lost it connects again,
 * with pauses that double, and continues after the last message (`Last-Event-ID`). Throws a Failure
 * when the gateway refuses, or can't be reached at the start.
 */
export async function* follow(
  session: Session,
  options: FollowOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal, onConnected, onLost } = options;
  let lastId = '';
  let wasConnected = false;
  let pauseMs = PAUSE_MS;
  while (!signal.aborted) {
    let reason = 'o gateway encerrou a conexão';
    const startedAt = Date.now();
    try {
      const response = await connect(session, options, lastId, wasConnected);
      onConnected?.(wasConnected);
      wasConnected = true;
      for await (const message of readEventStream(response, signal)) {
        lastId = message.id;
        if (message.data !== undefined) yield message;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Failure && (!wasConnected || isFinal(error))) throw error;
      reason = error instanceof Failure ? error.message : reasonOf(error);
    }
    if (signal.aborted) return;
    if (Date.now() - startedAt > STABLE_MS) pauseMs = PAUSE_MS;
    onLost?.(reason, pauseMs);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2);
  }
}

/** Whether another attempt would be refused as well. */
function isFinal({ facts: { status } }: Failure): boolean {
  return status !== undefined && status < 500 && status !== 429;
}

async function connect(
  session: Session,
  { path, query = {}, filter = {}, signal }: FollowOptions,
  lastId: string,
  isResumed: boolean,
): Promise<ReadableStream<Uint8Array>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...(isResumed ? {} : query) })) {
    if (value) search.set(name, value);
  }
  const headers = {
    ...headersOf(session),
    accept: 'text/event-stream',
    ...(lastId && { 'last-event-id': lastId }),
  };
  const response = await reach(session.url, () =>
    fetch(`${session.url}${path}?${search}`, { headers, signal, redirect: 'error' }),
  );
  if (!response.ok) throw await refusalOf(response);
  if (!response.body) throw new Error('a resposta veio vazia');
  return response.body;
}
