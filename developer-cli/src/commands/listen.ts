import type { Command } from 'commander';
import { createSecret } from '../../../gateway/src/webhooks/webhook-secret.ts';
import { parseDuration } from '../amounts.ts';
import { parseTarget, type Target } from '../deliver.ts';
import { eventLine, factsOf, followEvents } from '../events.ts';
import { EXIT } from '../failure.ts';
import { listenReports } from '../listen-reports.ts';
import { createListener, type Listener } from '../listener.ts';
import { clockTime, type Output } from '../output.ts';
import { writeProfile } from '../profiles.ts';
import type { Session } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import { addCommand, type Context, EVENTS_OPTION, parseCount } from './command.ts';

const ATTEMPTS_DEFAULT = 5;

interface ListenOptions {
  readonly forwardTo?: URL;
  readonly events?: string;
  readonly replay?: string;
  readonly after?: string;
  readonly count?: number;
  readonly attempts: number;
  readonly printSecret?: boolean;
  readonly skipVerify?: boolean;
  readonly verbose?: boolean;
}

const OPTIONS = [
  {
    flags: '--forward-to <endereço>',
    about: 'o seu servidor; sem ele, os eventos só são mostrados',
    parse: parseTarget,
  },
  EVENTS_OPTION,
  {
    flags: '--replay <duração>',
    about: 'começa pelos eventos do último período: 15m, 1h, 2d',
    parse: checkDuration,
  },
  { flags: '--after <id>', about: 'começa depois deste evento' },
  {
    flags: '--count <número>',
    about: 'termina depois deste número de eventos',
    parse: parseCount,
  },
  {
    flags: '--attempts <número>',
    about: 'tentativas por evento, com pausas de 2 s, 10 s, 30 s e 60 s',
    parse: parseCount,
    fallback: ATTEMPTS_DEFAULT,
  },
  { flags: '--print-secret', about: 'mostra só o segredo das assinaturas e termina' },
  { flags: '--skip-verify', about: 'aceita um certificado https que não pode ser conferido' },
  { flags: '--verbose', about: 'mostra os cabeçalhos e o corpo de cada requisição' },
];

const NOTES = `Nada precisa chegar de fora: os eventos vêm pela conexão que este comando abre.
Se ela cair, ele conecta de novo e continua do último evento recebido. Um
evento só é enviado outra vez quando a tentativa anterior falhou, e a tela
mostra o número da tentativa. Se o comando parar no meio de uma entrega, outra
execução com --after ou --replay envia o evento de novo, com o mesmo id e o
mesmo X-Service-Delivery: o seu servidor o reconhece como repetido.
As assinaturas usam um segredo local, guardado no perfil, ou
PIX_WEBHOOK_SECRET.`;

const REPEATS =
  'Um evento que já chegou pode vir de novo, com o mesmo id e o mesmo X-Service-Delivery.';

export function addListen(program: Command): void {
  addCommand<ListenOptions>(program, {
    name: 'listen',
    summary: 'Entrega os eventos ao seu servidor em localhost, como webhooks assinados',
    options: OPTIONS,
    examples: [
      ['pix listen --forward-to http://localhost:4000/webhooks', 'entrega tudo'],
      ['pix listen --forward-to 4000 --events deposit.paid,payout.failed', 'só estes tipos'],
      ['pix listen --forward-to 4000 --replay 1h', 'antes, os eventos da última hora'],
      ['pix listen --print-secret', 'o segredo, para o seu servidor'],
    ],
    notes: NOTES,
    run: listen,
  });
}

function checkDuration(text: string): string {
  parseDuration(text);
  return text;
}

async function listen(context: Context, options: ListenOptions): Promise<number> {
  const { output } = context;
  const session = context.session();
  const secret = localSecret(session, output);
  if (options.printSecret) {
    output.result({ type: 'secret', secret }, secret);
    return EXIT.ok;
  }
  const sandbox = session.keysFrom === 'sandbox' ? ' (chaves públicas do sandbox)' : '';
  output.note(`Gateway: ${session.url}${sandbox}`);
  const { forwardTo } = options;
  if (forwardTo === undefined) return showAll(session, options, output);
  if (output.isJson) output.result({ type: 'ready', forward_to: forwardTo.href, secret }, '');
  else output.note(`Segredo das assinaturas: ${secret}\nEntregando a ${forwardTo.href}`);
  if (options.after !== undefined || options.replay !== undefined) output.note(REPEATS);
  const target = { url: forwardTo, secret, skipsVerification: options.skipVerify === true };
  return forwardAll(session, options, target, output);
}

/** Delivers every event until a signal or the wanted count. Returns the exit code. */
async function forwardAll(
  session: Session,
  options: ListenOptions,
  target: Target,
  output: Output,
): Promise<number> {
  const { count = Number.POSITIVE_INFINITY, attempts: attemptsMax } = options;
  const stop = stopOnSignal();
  const listener = createListener(target, listenReports(output, options.verbose === true), {
    attemptsMax,
  });
  stop.addEventListener('abort', () => listener.stop(), { once: true });
  let taken = 0;
  for await (const event of followEvents(session, options, output, stop)) {
    if (await listener.take(event)) taken += 1;
    if (taken >= count) break;
  }
  await listener.settled();
  return summarize(output, listener);
}

function summarize(output: Output, listener: Listener): number {
  const undelivered = listener.undelivered();
  const delivered = listener.deliveredCount();
  const last = listener.lastId() ?? null;
  if (output.isJson) output.result({ type: 'end', delivered, undelivered, last_id: last }, '');
  const lines = undelivered.map((id) => `\n  pix events resend ${id} --forward-to …`);
  const failed = lines.length === 0 ? '' : `, ${lines.length} não entregues:${lines.join('')}`;
  output.note(`Fim: ${delivered} entregues${failed}`);
  if (last !== null) output.note(`Para continuar daqui: --after ${last}`);
  return undelivered.length === 0 ? EXIT.ok : EXIT.checkFailed;
}

/** Shows every event. Returns the exit code. */
async function showAll(session: Session, options: ListenOptions, output: Output): Promise<number> {
  const { count = Number.POSITIVE_INFINITY } = options;
  let shown = 0;
  for await (const { body } of followEvents(session, options, output, stopOnSignal())) {
    const facts = factsOf(body);
    output.result({ type: 'event', ...facts }, `${clockTime()}  ${eventLine(facts)}`);
    shown += 1;
    if (shown >= count) break;
  }
  return EXIT.ok;
}

/** The secret that signs: PIX_WEBHOOK_SECRET, the profile's, or a new one that is stored there. */
export function localSecret(session: Session, output: Output): string {
  const { url, profileName, profile } = session;
  const known = process.env.PIX_WEBHOOK_SECRET || profile?.webhookSecret;
  if (known) return known;
  const webhookSecret = createSecret();
  try {
    writeProfile(profileName, { ...profile, url, webhookSecret });
  } catch (error) {
    output.note(`O segredo vale só agora, porque não pôde ser guardado: ${String(error)}`);
  }
  return webhookSecret;
}
