import { formatAmount, parseDuration } from './amounts.ts';
import { headersOf, reach, refusalOf } from './call.ts';
import type { DeliveredEvent } from './deliver.ts';
import { follow } from './follow-stream.ts';
import { harmless, type Output } from './output.ts';
import type { Session } from './session.ts';

/** The shown fields of an event. */
export interface EventFacts {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly data: {
    readonly internal_id?: string;
    readonly endpoint_id?: string;
    readonly amount?: number;
    readonly status?: string;
  };
}

/** Reads the body of an event. Throws a SyntaxError for one that is not JSON. */
export function factsOf(body: string): EventFacts {
  const { data = {}, ...facts } = JSON.parse(body);
  return { ...facts, data };
}

/** An event in one line: type, resource, amount. */
export function eventLine({ event, data }: EventFacts): string {
  const amount = typeof data.amount === 'number' ? `  ${formatAmount(data.amount)}` : '';
  return harmless(`${event.padEnd(18)} ${data.internal_id ?? ''}${amount}`);
}

export interface EventOptions {
  readonly events?: string;
  readonly replay?: string;
  readonly after?: string;
}

/** Follows the events of the key, and says when the connection is lost and found again. */
export async function* followEvents(
  session: Session,
  { events, replay, after }: EventOptions,
  output: Output,
  signal: AbortSignal,
): AsyncGenerator<DeliveredEvent, void, undefined> {
  const messages = follow(session, {
    path: '/v1/events/stream',
    query: { after, since: replay === undefined ? undefined : instantBefore(replay) },
    filter: { type: events },
    signal,
    ...connectionReports(output),
  });
  for await (const { id, event, data = '' } of messages) yield { id, kind: event, body: data };
}

/** Tells that a stream is connected, was lost, and is connected again. */
export function connectionReports(output: Output) {
  return {
    onConnected: (isAgain: boolean): void => {
      if (output.isJson) output.result({ type: 'connected', again: isAgain }, '');
      else if (isAgain) output.note('Conectado de novo; nada se perdeu.');
      else output.note('Conectado. Ctrl-C termina.');
    },
    onLost: (reason: string, pauseMs: number): void => {
      const seconds = pauseMs / 1_000;
      if (output.isJson) output.result({ type: 'lost', reason, retry_in_s: seconds }, '');
      else output.note(`A conexão caiu (${reason}). Nova tentativa em ${seconds} s…`);
    },
  };
}

/** The instant a duration ago, as the API reads it. */
export function instantBefore(duration: string): string {
  return new Date(Date.now() - parseDuration(duration) * 1_000).toISOString();
}

/** The text of GET /v1/events/:id. Throws a Failure. */
export async function readEventText(session: Session, id: string): Promise<string> {
  const response = await reach(session.url, () =>
    fetch(`${session.url}/v1/events/${encodeURIComponent(id)}`, {
      headers: headersOf(session),
      redirect: 'error',
    }),
  );
  if (!response.ok) throw await refusalOf(response);
  return response.text();
}

/**
 * The exact bytes of the webhook in the text of an event: the API adds `resource_id` and what
 * follows at its end. Throws for another text.
 */
export function exactBody(text: string): string {
  const { resource_id: resourceId } = JSON.parse(text);
  const end = text.lastIndexOf(`,"resource_id":${JSON.stringify(resourceId)},"delivered":`);
  if (end === -1) throw new Error('o evento não tem a forma esperada');
  return `${text.slice(0, end)}}`;
}
