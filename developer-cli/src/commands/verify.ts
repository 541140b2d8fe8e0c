import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { parseDuration } from '../amounts.ts';
import { canAsk, readSecret } from '../ask.ts';
import { exactBody, readEventText } from '../events.ts';
import { EXIT, Failure } from '../failure.ts';
import { paint } from '../output.ts';
import { readProfiles } from '../profiles.ts';
import type { Session } from '../session.ts';
import { type Check, checkSignature } from '../verify-signature.ts';
import { addCommand, type Context } from './command.ts';

const TOLERANCE_SECONDS = 300;
const SANDBOX_SECRET = 'whsec_sandbox_publico';
const EXCERPT_LENGTH = 30;

interface VerifyOptions {
  readonly secret?: string;
  readonly header?: string;
  readonly body?: string;
  readonly tolerance: number;
  readonly online?: boolean;
}

export function addVerify(program: Command): void {
  addCommand<VerifyOptions>(program, {
    name: 'verify',
    summary: 'Confere a assinatura de um webhook e diz o que está errado',
    options: [
      { flags: '--secret <segredo>', about: 'melhor: PIX_WEBHOOK_SECRET, ou a pergunta' },
      { flags: '--header <texto>', about: 'o X-Service-Signature: t=…,v1=…' },
      { flags: '--body <texto|@arquivo|@->', about: 'o corpo, exatamente como recebido' },
      {
        flags: '--tolerance <duração>',
        about: 'quanto o horário pode diferir',
        parse: parseDuration,
        fallback: TOLERANCE_SECONDS,
      },
      { flags: '--online', about: 'compara o corpo com o evento guardado no gateway' },
    ],
    examples: [
      ["pix verify --header 't=1795217252,v1=5f…' --body @corpo.json", 'pergunta o segredo'],
      ["pix verify --header 't=…,v1=…' --body @corpo.json --tolerance 30d", 'um webhook antigo'],
      ["pix verify --header 't=…,v1=…' --body @- --online < corpo.json", 'corpo ou segredo?'],
    ],
    notes:
      'Um segredo na linha de comando fica no histórico e à vista de outros processos: prefira\n' +
      'PIX_WEBHOOK_SECRET. Sem ele, e com um terminal, o segredo é perguntado e não aparece.',
    run: verify,
  });
}

async function verify(context: Context, options: VerifyOptions): Promise<number> {
  const { header, body: given } = options;
  if (header === undefined) throw new Failure('usage', 'falta --header');
  if (given === undefined) throw new Failure('usage', 'falta --body');
  const body = await readBody(given);
  const secret = options.secret ?? (process.env.PIX_WEBHOOK_SECRET || (await askSecret(given)));
  const checks = checkSignature({
    header,
    body,
    secret,
    now: Date.now(),
    toleranceSeconds: options.tolerance,
    otherSecrets: knownSecrets(secret),
  });
  const online = options.online ? [await compare(context.session(), body)] : [];
  return report(context, [...checks, ...online]);
}

function report({ output }: Context, checks: readonly Check[]): number {
  const isValid = checks.every(({ ok }) => ok);
  const lines = checks.map(
    ({ ok, message }) => `${ok ? paint('green', '✓') : paint('red', '✗')} ${message}`,
  );
  const verdict = isValid ? paint('green', 'Autêntico.') : paint('red', 'Recuse este webhook.');
  output.result({ valid: isValid, checks }, [...lines, verdict].join('\n'));
  return isValid ? EXIT.ok : EXIT.checkFailed;
}

/** The bytes of a body: of a file (`@name`), of standard input (`@-`), or the text itself. */
async function readBody(given: string): Promise<Buffer> {
  if (!given.startsWith('@')) return Buffer.from(given);
  if (given === '@-') return buffer(process.stdin);
  try {
    return await readFile(given.slice(1));
  } catch {
    throw new Failure('usage', `não foi possível ler o arquivo ${given.slice(1)}`);
  }
}

async function askSecret(body: string): Promise<string> {
  if (body === '@-' || !canAsk())
    throw new Failure('usage', 'falta PIX_WEBHOOK_SECRET ou --secret');
  return readSecret('Segredo (não aparece): ');
}

/** Secrets that this machine knows, to say which one was confused. */
function knownSecrets(secret: string): Readonly<Record<string, string>> {
  const local = Object.entries(readProfiles()).flatMap(([name, { webhookSecret }]) =>
    webhookSecret ? [[`o segredo do pix listen (perfil "${name}")`, webhookSecret] as const] : [],
  );
  const all = [['o segredo público do sandbox', SANDBOX_SECRET] as const, ...local];
  return Object.fromEntries(all.filter(([, one]) => one !== secret));
}

/** Compares a body with the event that the gateway keeps. */
async function compare(session: Session, body: Buffer): Promise<Check> {
  const text = body.toString('utf8');
  const [, id] = /"id"\s*:\s*"([0-9a-f-]{36})"/.exec(text) ?? [];
  if (id === undefined) {
    return { check: 'body', ok: false, message: 'o corpo não tem o id de um evento' };
  }
  const original = exactBody(await readEventText(session, id));
  if (original === text) {
    const message = 'o corpo é o do gateway, byte a byte; se a assinatura não confere, é o segredo';
    return { check: 'body', ok: true, message };
  }
  const at = [...original].findIndex((character, index) => text[index] !== character);
  const from = at === -1 ? original.length : at;
  const excerpt = (one: string): string => JSON.stringify(one.slice(from, from + EXCERPT_LENGTH));
  const message =
    `o corpo difere do evento ${id} a partir do caractere ${from + 1}: veio ${excerpt(text)}, ` +
    `o gateway enviou ${excerpt(original)}`;
  return { check: 'body', ok: false, message };
}
