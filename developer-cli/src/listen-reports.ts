import type { Attempt, DeliveredEvent } from './deliver.ts';
import { isDelivered } from './deliver.ts';
import { eventLine, factsOf } from './events.ts';
import type { ListenerReports } from './listener.ts';
import { clockTime, harmless, type Output, paint } from './output.ts';

const EXCERPT_LENGTH = 200;

/** Shows each attempt: the event, the answer and its time. */
export function listenReports(output: Output, isVerbose: boolean): ListenerReports {
  return {
    attempt(event, number, attempt, retryMs) {
      const line = attemptLines(event, number, attempt, retryMs, isVerbose);
      output.result(attemptJson(event, number, attempt, retryMs), line);
    },
    repeated: ({ id, kind }) =>
      output.result(
        { type: 'repeated', event_id: id, event: kind },
        `${clockTime()}  ${kind} ${id} veio de novo e não foi reenviado`,
      ),
  };
}

function attemptJson(event: DeliveredEvent, number: number, attempt: Attempt, retryMs?: number) {
  const { data } = factsOf(event.body);
  return {
    type: 'delivery',
    event_id: event.id,
    event: event.kind,
    resource_id: data.internal_id ?? null,
    attempt: number,
    delivered: isDelivered(attempt),
    status: attempt.status,
    duration_ms: attempt.durationMs,
    ...(attempt.status === null && { error: attempt.told }),
    ...(retryMs !== undefined && { retry_in_s: retryMs / 1_000 }),
    headers: attempt.headers,
  };
}

function attemptLines(
  event: DeliveredEvent,
  number: number,
  attempt: Attempt,
  retryMs: number | undefined,
  isVerbose: boolean,
): string {
  const { status, durationMs, told, headers } = attempt;
  const isDone = isDelivered(attempt);
  const answer = paint(
    isDone ? 'green' : 'red',
    status === null ? `sem resposta: ${told}` : `${status}`,
  );
  const again = number === 1 ? '' : paint('yellow', ` (tentativa ${number})`);
  const lines = [
    `${clockTime()}  ${eventLine(factsOf(event.body))}${again}`,
    `          → ${answer} em ${durationMs} ms  ${paint('dim', event.id)}`,
  ];
  const excerpt = harmless(told).trim().slice(0, EXCERPT_LENGTH);
  if (!isDone && status !== null && excerpt) lines.push(`          ${paint('dim', excerpt)}`);
  if (!isDone) {
    const next =
      retryMs === undefined ? 'não será mais tentado' : `de novo em ${retryMs / 1_000} s`;
    lines.push(`          ${paint('yellow', next)}`);
  }
  if (isVerbose) {
    for (const [name, value] of Object.entries(headers)) lines.push(`          ${name}: ${value}`);
    lines.push('', harmless(event.body), '');
  }
  return lines.join('\n');
}
