import type { Command } from 'commander';
import { eventLine, factsOf, followEvents } from '../events.ts';
import { EXIT } from '../failure.ts';
import { clockTime, harmless, type Output, paint } from '../output.ts';
import { followRequests, type RequestFacts } from '../requests.ts';
import type { Session } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import { addCommand, type Context, EVENTS_OPTION } from './command.ts';

interface TailOptions {
  readonly events?: string;
}

export function addTail(program: Command): void {
  addCommand<TailOptions>(program, {
    name: 'tail',
    summary: 'Mostra as requisições e os eventos da chave, na hora',
    options: [EVENTS_OPTION],
    examples: [
      ['pix tail', 'as requisições de todos os programas com esta chave, e todos os eventos'],
      ['pix tail --events deposit.paid --json', 'um objeto por linha'],
    ],
    notes: `De cada requisição: método, caminho sem a query, status, tempo, X-Request-Id,
se a resposta repete a de uma Idempotency-Key, o código de erro e os campos do corpo
que foram ignorados; nunca corpos, chaves ou cabeçalhos. O gateway só registra
requisições enquanto alguém as acompanha.`,
    run: tail,
  });
}

async function tail(context: Context, { events }: TailOptions): Promise<number> {
  const { output } = context;
  const session = context.session();
  const ended = new AbortController();
  const { signal } = ended;
  stopOnSignal().addEventListener('abort', () => ended.abort());
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  try {
    const requests = showRequests(session, output, { signal, onConnected: begin });
    // "Connected" is told when neither requests nor events are missed any more.
    await Promise.race([begun, requests]);
    await Promise.all([requests, showEvents(session, output, { signal, events })]);
  } finally {
    ended.abort();
  }
  return EXIT.ok;
}

async function showRequests(
  session: Session,
  output: Output,
  options: { readonly signal: AbortSignal; readonly onConnected: () => void },
): Promise<void> {
  for await (const facts of followRequests(session, options)) {
    output.result({ type: 'request', ...facts }, requestLine(facts));
  }
}

async function showEvents(
  session: Session,
  output: Output,
  { signal, events }: { readonly signal: AbortSignal; readonly events: string | undefined },
): Promise<void> {
  const options = events === undefined ? {} : { events };
  for await (const { body } of followEvents(session, options, output, signal)) {
    const facts = factsOf(body);
    const line = `${clockTime()}  ${paint('bold', 'evento')}  ${eventLine(facts)}`;
    output.result({ type: 'event', ...facts }, line);
  }
}

function requestLine(facts: RequestFacts): string {
  const { method, path, status, duration_ms: ms, request_id: id, code, omitted } = facts;
  const answer = paint(status < 400 ? 'green' : 'red', `${status}${code ? ` ${code}` : ''}`);
  const repeat = facts.idempotency_replayed ? paint('yellow', '  repetida (idempotência)') : '';
  const more = omitted > 0 ? paint('yellow', `\n          e mais ${omitted} não mostradas`) : '';
  const ignored = facts.unknown_fields
    ? paint('yellow', `\n          campos ignorados: ${harmless(facts.unknown_fields)}`)
    : '';
  const line = `${clockTime()}  ${method} ${harmless(path)}  ${answer} em ${ms} ms${repeat}`;
  return `${line}  ${paint('dim', id)}${ignored}${more}`;
}
