import type { Command } from 'commander';
import { eventLine, factsOf, followEvents } from '../events.ts';
import { EXIT, Failure } from '../failure.ts';
import { clockTime, harmless, type Output, paint } from '../output.ts';
import { type SeenRequest, startRequestProxy } from '../request-proxy.ts';
import { stopOnSignal } from '../signals.ts';
import { addCommand, type Context, EVENTS_OPTION, parseCount } from './command.ts';

const PORT_DEFAULT = 4010;

interface TailOptions {
  readonly events?: string;
  readonly port: number;
}

export function addTail(program: Command): void {
  addCommand<TailOptions>(program, {
    name: 'tail',
    summary: 'Mostra as requisições do seu programa e os eventos da chave, na hora',
    options: [
      {
        flags: '--port <número>',
        about: 'a porta local que o seu programa usa no lugar do gateway',
        ...{ parse: parseCount, fallback: PORT_DEFAULT },
      },
      EVENTS_OPTION,
    ],
    examples: [
      ['pix tail', 'seu programa usa http://localhost:4010 como endereço do gateway'],
      ['pix tail --events deposit.paid --json', 'um objeto por linha'],
    ],
    notes: `O gateway não guarda as requisições de uma chave. Por isso este comando as vê no
caminho: ele passa adiante, sem mudar nada, o que chega à porta local. Só
método, caminho, status, tempo, X-Request-Id e código de erro são mostrados,
nunca corpos, chaves ou cabeçalhos. Os eventos são todos os da chave.`,
    run: tail,
  });
}

async function tail(context: Context, { events, port }: TailOptions): Promise<number> {
  const { output } = context;
  const session = context.session();
  const stop = stopOnSignal();
  const proxy = await startRequestProxy(port, session.url, (seen) => show(output, seen)).catch(
    (error: unknown) => {
      throw new Failure('unexpected', `a porta ${port} não pôde ser aberta: ${String(error)}`);
    },
  );
  const address = `http://localhost:${port}`;
  if (output.isJson) output.result({ type: 'ready', url: address, gateway: session.url }, '');
  else output.note(`Requisições: use ${address} como endereço do gateway (${session.url})`);
  try {
    const options = events === undefined ? {} : { events };
    for await (const { body } of followEvents(session, options, output, stop)) {
      const facts = factsOf(body);
      const line = `${clockTime()}  ${paint('bold', 'evento')}  ${eventLine(facts)}`;
      output.result({ type: 'event', ...facts }, line);
    }
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
  return EXIT.ok;
}

function show(output: Output, seen: SeenRequest): void {
  const { method, path, status, duration_ms: ms, request_id: id, replayed, code } = seen;
  const isFine = status !== null && status < 400;
  const answer = paint(
    isFine ? 'green' : 'red',
    `${status ?? 'sem resposta'}${code ? ` ${code}` : ''}`,
  );
  const repeat = replayed ? paint('yellow', '  repetida (idempotência)') : '';
  const line = `${clockTime()}  ${method} ${harmless(path)}  ${answer} em ${ms} ms${repeat}`;
  output.result({ type: 'request', ...seen }, `${line}  ${paint('dim', id ?? '')}`);
}
