import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from '../../gateway/src/webhooks/delivery/sign-webhook.ts';

/** One thing that was checked, and in words what was found. */
export interface Check {
  readonly check: 'header' | 'time' | 'signature' | 'body' | 'secret';
  readonly ok: boolean;
  readonly message: string;
}

export interface SignedRequest {
  readonly header: string;
  readonly body: Buffer;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds: number;
  /** Secrets that somebody may have confused with the right one, by what they are. */
  readonly otherSecrets: Readonly<Record<string, string>>;
}

const MILLISECONDS_DIGITS = 13;

/** Checks a webhook as a receiver must, and says what is wrong. */
export function checkSignature(request: SignedRequest): readonly Check[] {
  const header = request.header.replace(/^\s*x-service-signature:\s*/i, '').trim();
  const parts = header.split(',').map((part) => part.trim().split('='));
  const times = parts.flatMap(([name, value = '']) => (name === 't' ? [value] : []));
  const [time = ''] = times;
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' ? [value.toLowerCase()] : [],
  );
  const fault = faultOfHeader(header, times, signatures);
  if (fault !== undefined) return [{ check: 'header', ok: false, message: fault }];
  const isRight = (body: string, secret: string): boolean =>
    signatures.some((one) => isEqual(one, signatureOf(body, secret, Number(time))));
  const body = request.body.toString('utf8');
  const { secret } = request;
  const found: Check[] = [
    {
      check: 'header',
      ok: true,
      message: `cabeçalho bem formado, ${signatures.length} assinatura(s)`,
    },
    checkTime(Number(time), request),
  ];
  if (isUtf8(request.body) && isRight(body, secret)) {
    return [...found, { check: 'signature', ok: true, message: 'a assinatura confere' }];
  }
  return [
    ...found,
    { check: 'signature', ok: false, message: 'a assinatura não confere' },
    whyWrong(request, isRight),
  ];
}

function faultOfHeader(
  header: string,
  times: readonly string[],
  signatures: readonly string[],
): string | undefined {
  const [time = ''] = times;
  if (header === '') return 'o cabeçalho está vazio: é o X-Service-Signature, t=…,v1=…';
  if (time === '') return 'falta t=<segundos>: o cabeçalho é t=…,v1=…, inteiro';
  if (times.length > 1) return `há ${times.length} vezes t=: o cabeçalho tem um só`;
  if (!/^\d+$/.test(time)) return `t=${time} não é um número de segundos`;
  if (time.length >= MILLISECONDS_DIGITS)
    return `t=${time} está em milissegundos; deve ser em segundos`;
  if (signatures.length === 0) return 'falta v1=<hex>: o cabeçalho foi cortado?';
  const short = signatures.find((one) => !/^[0-9a-f]{64}$/.test(one));
  if (short === undefined) return undefined;
  const begin = short.slice(0, 8);
  return `v1=${begin}… não são 64 dígitos hexadecimais (tem ${short.length})`;
}

function checkTime(seconds: number, { now, toleranceSeconds }: SignedRequest): Check {
  const age = Math.floor(now / 1_000) - seconds;
  if (Math.abs(age) <= toleranceSeconds) {
    return { check: 'time', ok: true, message: `assinado há ${age} s (até ${toleranceSeconds} s)` };
  }
  const told = age > 0 ? `há ${age} s` : `${-age} s no futuro`;
  const message =
    `assinado ${told}, e o limite são ${toleranceSeconds} s: o relógio está errado, ou a ` +
    'requisição é velha ou repetida (para examinar uma velha: --tolerance 30d)';
  return { check: 'time', ok: false, message };
}

function signatureOf(body: string, secret: string, seconds: number): string {
  return signWebhook({ body, secrets: [secret], atSeconds: seconds }).split('v1=')[1] ?? '';
}

function isEqual(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

/** Finds what was changed, by trying the changes that happen most often. */
function whyWrong(
  { body: bytes, secret, otherSecrets }: SignedRequest,
  isRight: (body: string, secret: string) => boolean,
): Check {
  const body = bytes.toString('utf8');
  for (const [change, original] of changedBodies(body)) {
    if (isRight(original, secret)) {
      return { check: 'body', ok: false, message: `o corpo foi mudado: ${change}` };
    }
  }
  for (const [change, original] of changedSecrets(secret, otherSecrets)) {
    if (isRight(body, original)) return { check: 'secret', ok: false, message: change };
  }
  if (!isUtf8(bytes)) {
    return { check: 'body', ok: false, message: 'o corpo não é UTF-8: foi convertido no caminho' };
  }
  const written = rewritten(body);
  if (written === undefined) {
    return { check: 'body', ok: false, message: 'o corpo não é um JSON inteiro: foi cortado?' };
  }
  if (written !== body) {
    const message =
      'o corpo não está como o gateway o envia: o JSON foi lido e escrito de novo. Use os bytes ' +
      'recebidos, antes de qualquer leitura do JSON';
    return { check: 'body', ok: false, message };
  }
  const message =
    'o segredo é de outro webhook, ou um valor do corpo mudou. --online compara com o gateway';
  return { check: 'secret', ok: false, message };
}

/** Bodies that may have become this one, by the change. */
function changedBodies(body: string): readonly (readonly [string, string])[] {
  const compact = rewritten(body);
  return [
    ['há espaços ou quebras de linha no fim', body.trimEnd()],
    ['há espaços ou quebras de linha no início', body.trimStart()],
    ['há uma marca de ordem de bytes (BOM) no início', body.replace(/^\ufeff/, '')],
    ['as quebras de linha viraram CRLF', body.replaceAll('\r\n', '\n')],
    ['o JSON foi lido e escrito de novo, com espaços', compact ?? body],
    ['falta uma quebra de linha no fim', `${body}\n`],
  ];
}

/** The JSON as the gateway writes it; undefined for a text that is no JSON. */
function rewritten(body: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function changedSecrets(
  secret: string,
  others: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return [
    ['o segredo tem espaços ou aspas a mais', secret.replace(/^["'\s]+|["'\s]+$/g, '')],
    ['falta whsec_ no início do segredo', `whsec_${secret}`],
    ...Object.entries(others).map(
      ([what, other]) => [`foi assinado com ${what}, não com o segredo informado`, other] as const,
    ),
  ];
}
