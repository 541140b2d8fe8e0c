import type { Command } from 'commander';
import {
  type WebhookScenario,
  webhookScenarios,
} from '../../../gateway/src/charges/test-scenarios.ts';
import { parseDuration } from '../amounts.ts';
import { call, type Json } from '../call.ts';
import { refuseLiveKey } from '../charges.ts';
import { deliver, isDelivered, parseTarget, type Target } from '../deliver.ts';
import { type EventFacts, eventLine, exactBody, instantBefore, readEventText } from '../events.ts';
import { EXIT, Failure } from '../failure.ts';
import { listenReports } from '../listen-reports.ts';
import { paint } from '../output.ts';
import type { Session } from '../session.ts';
import { addCommand, type Context, EVENTS_OPTION, parseCount, parseOneOf } from './command.ts';
import { localSecret } from './listen.ts';

const LIMIT_DEFAULT = 20;
const PAGE_MAX = 100;
const SINCE_DEFAULT = '1d';
/** An event that is sent again is not lost. */
const resendScenarios = webhookScenarios.filter((name) => name !== 'lost');

interface ListOptions {
  readonly events?: string;
  readonly resource?: string;
  readonly undelivered?: boolean;
  readonly since: string;
  readonly after?: string;
  readonly limit: number;
}

type ListedEvent = EventFacts & { readonly delivered: boolean };

interface EventPage extends Json {
  readonly data: readonly ListedEvent[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

export function addEvents(program: Command): void {
  const events = program.command('events').description('Lista, mostra e reenvia eventos');
  addCommand<ListOptions>(events, {
    name: 'list',
    summary: 'Lista os eventos, os mais novos primeiro',
    options: [
      EVENTS_OPTION,
      { flags: '--resource <id>', about: 'só os desta transação ou contestação' },
      { flags: '--undelivered', about: 'só os que algum webhook, ou nenhum, recebeu' },
      {
        flags: '--since <duração>',
        about: 'desde quando: 15m, 1h, 2d',
        parse: checkedDuration,
        fallback: SINCE_DEFAULT,
      },
      { flags: '--after <id>', about: 'os que vêm depois deste evento, em ordem' },
      {
        flags: '--limit <número>',
        about: 'quantos no máximo',
        parse: parseCount,
        fallback: LIMIT_DEFAULT,
      },
    ],
    examples: [
      ['pix events list', 'os últimos das últimas 24 horas'],
      ['pix events list --since 1h --undelivered', 'o que faltou entregar na última hora'],
      ['pix events list --events deposit.paid --limit 500 --json', 'um por linha, em JSON'],
    ],
    run: list,
  });
  addCommand(events, {
    name: 'show',
    summary: 'Mostra um evento e as tentativas de entrega',
    words: [['<id>', 'o id do evento']],
    examples: [['pix events show 019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72', 'corpo e tentativas']],
    run: show,
  });
  addCommand<ResendOptions>(events, {
    name: 'resend',
    summary: 'Envia um evento de novo aos webhooks, ou ao seu servidor em localhost',
    words: [['<id>', 'o id do evento']],
    options: [
      { flags: '--forward-to <endereço>', about: 'entrega a este servidor', parse: parseTarget },
      {
        flags: '--scenario <nome>',
        about: `envia aos webhooks com este defeito: ${resendScenarios.join(', ')}`,
        parse: parseOneOf(resendScenarios),
      },
      { flags: '--skip-verify', about: 'aceita um certificado https que não pode ser conferido' },
    ],
    examples: [
      ['pix events resend 019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72', 'aos webhooks da conta'],
      ['pix events resend 019aa2f4-… --forward-to 4000', 'como pix listen faria'],
      ['pix events resend 019aa2f4-… --scenario doubled', 'duas vezes, em teste'],
    ],
    run: resend,
  });
}

function checkedDuration(text: string): string {
  parseDuration(text);
  return text;
}

/** With --after: the events that follow, as they came. Otherwise the newest ones first. */
async function list({ output, session: open }: Context, options: ListOptions): Promise<number> {
  const session = open();
  let found: ListedEvent[] = [];
  let cursor = options.after ?? '';
  let hasMore = true;
  while (hasMore && (options.after === undefined || found.length < options.limit)) {
    const left = options.after === undefined ? PAGE_MAX : options.limit - found.length;
    const page = await readPage(session, options, cursor, Math.min(PAGE_MAX, left));
    found = [...found, ...page.data];
    if (options.after === undefined) found = found.slice(-options.limit);
    cursor = page.next_cursor ?? cursor;
    hasMore = page.has_more;
  }
  const shown = options.after === undefined ? found.toReversed() : found;
  for (const event of shown) output.result(event, listLine(event));
  if (hasMore) output.note(`Há mais: --after ${cursor}`);
  if (shown.length === 0) output.note('Nenhum evento.');
  return EXIT.ok;
}

function readPage(session: Session, options: ListOptions, cursor: string, limit: number) {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(cursor === '' ? { since: instantBefore(options.since) } : { after: cursor }),
    ...(options.events !== undefined && { type: options.events }),
    ...(options.resource !== undefined && { resource: options.resource }),
    ...(options.undelivered && { delivered: 'false' }),
  });
  return call<EventPage>(session, 'GET', `/v1/events?${query}`);
}

function listLine(event: ListedEvent): string {
  const state = event.delivered ? paint('green', 'entregue') : paint('yellow', 'não entregue');
  return `${event.created_at}  ${eventLine(event)}  ${state}  ${paint('dim', event.id)}`;
}

interface Attempts extends Json {
  readonly data: readonly {
    readonly started_at: string;
    readonly url: string | null;
    readonly attempt: number;
    readonly response_status: number | null;
    readonly failure: string | null;
    readonly duration_ms: number;
  }[];
}

async function show(
  { output, session: open }: Context,
  _options: object,
  id = '',
): Promise<number> {
  const session = open();
  const path = `/v1/events/${encodeURIComponent(id)}`;
  const event = await call<Json>(session, 'GET', path);
  const { data: attempts } = await call<Attempts>(session, 'GET', `${path}/attempts`);
  const lines = attempts.map(
    (tried) =>
      `${tried.started_at}  tentativa ${tried.attempt}  ` +
      `${tried.response_status ?? tried.failure ?? '…'}  ${tried.duration_ms} ms  ` +
      `${tried.url ?? ''}`,
  );
  const told = lines.length === 0 ? 'Nenhuma tentativa de entrega.' : lines.join('\n');
  output.result({ ...event, attempts }, `${JSON.stringify(event, undefined, 2)}\n\n${told}`);
  return EXIT.ok;
}

interface ResendOptions {
  readonly forwardTo?: URL;
  readonly skipVerify?: boolean;
  readonly scenario?: WebhookScenario;
}

/** Asks the gateway to send an event to the webhooks again, as it is or with a fault. */
function sendAgain(session: Session, id: string, scenario: WebhookScenario | undefined) {
  if (scenario === undefined) {
    return call(session, 'POST', `/v1/events/${encodeURIComponent(id)}/resend`);
  }
  refuseLiveKey(session, 'enviar com defeito');
  const body = { event_id: id, scenario };
  return call(session, 'POST', '/v1/test/webhook-scenarios', { body });
}

async function resend(
  { output, session: open }: Context,
  { forwardTo, skipVerify = false, scenario }: ResendOptions,
  id = '',
): Promise<number> {
  const session = open();
  if (forwardTo !== undefined && scenario !== undefined) {
    throw new Failure('usage', 'use --scenario ou --forward-to, e não os dois');
  }
  if (forwardTo === undefined) {
    const answer = await sendAgain(session, id, scenario);
    output.result({ ...answer, type: 'resent', event_id: id }, `Reenviado aos webhooks: ${id}`);
    return EXIT.ok;
  }
  const secret = localSecret(session, output);
  const target: Target = { url: forwardTo, secret, skipsVerification: skipVerify };
  const body = exactBody(await readEventText(session, id));
  const event = { id, kind: JSON.parse(body).event, body };
  const attempt = await deliver(event, target);
  listenReports(output, false).attempt(event, 1, attempt);
  return isDelivered(attempt) ? EXIT.ok : EXIT.checkFailed;
}
