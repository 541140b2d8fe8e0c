import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseExactly } from './answers.ts';
import { PixGatewayError, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './generated/types.ts';

export interface VerifyOptions {
  /** Diferença máxima entre `t` e o relógio, em segundos inteiros. Padrão: 300. */
  readonly toleranceSeconds?: number;
  /** O instante da verificação, em segundos Unix; a fração não conta. Padrão: agora. */
  readonly now?: number;
}

/** Os cabeçalhos de uma requisição: `request.headers` de Node, Express ou Fetch. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { readonly get: (name: string) => string | null };

/** What a signature says, in either form. */
interface Signature {
  readonly time: string;
  /** What was signed before the body. */
  readonly prefix: string;
  readonly key: string | Buffer;
  readonly digests: readonly Buffer[];
}

const TOLERANCE_SECONDS = 300;
const DIGITS = /^[0-9]{1,12}$/;
const DIGEST = /^[0-9a-f]{64}$/i;
const STANDARD_PREFIX = 'whsec_';

/**
 * Confere a assinatura de um webhook e devolve o evento. `body` é o corpo **exatamente como
 * recebido**; `header` é o valor de `X-Service-Signature`.
 *
 * @throws {WebhookVerificationError} o webhook não é autêntico
 * @throws {TypeError} um argumento não serve: o segredo, o corpo, a tolerância ou o relógio
 */
export function verify(
  body: string | Uint8Array | ArrayBuffer,
  header: string | readonly string[] | null | undefined,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  return verifyBy(() => readHeader(String(header ?? ''), secret), { body, secret, options });
}

/**
 * Confere a assinatura do Standard Webhooks (`webhook-id`, `webhook-timestamp` e
 * `webhook-signature`) e devolve o evento. O segredo é o mesmo, como o gateway o mostrou.
 *
 * @throws {WebhookVerificationError} o webhook não é autêntico
 * @throws {TypeError} um argumento não serve: o segredo, o corpo, a tolerância ou o relógio
 */
export function verifyStandard(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): WebhookEvent {
  return verifyBy(() => readStandard(headers, secret), { body, secret, options });
}

interface ToVerify {
  readonly body: string | Uint8Array | ArrayBuffer;
  readonly secret: string;
  readonly options: VerifyOptions;
}

function verifyBy(read: () => Signature, { body, secret, options }: ToVerify): WebhookEvent {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1_000 } = options;
  if (!secret) throw new TypeError('O segredo do webhook está vazio.');
  checkSeconds('toleranceSeconds', toleranceSeconds);
  checkSeconds('now', now);
  const bytes = bytesOf(body);
  const { time, prefix, key, digests } = read();
  const expected = createHmac('sha256', key).update(prefix).update(bytes).digest();
  if (!digests.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook. Veja pix verify.',
    );
  }
  if (Math.abs(Math.floor(now) - Number(time)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_outside_tolerance',
      `O instante da assinatura difere do relógio em mais de ${toleranceSeconds} s.`,
    );
  }
  return readEvent(bytes.toString('utf8'));
}

/** NaN would pass every comparison of times, so that a signature of any age were accepted. */
function checkSeconds(name: string, seconds: unknown): void {
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) return;
  throw new TypeError(`${name} deve ser um número de segundos, zero ou mais.`);
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  throw new TypeError('Passe o corpo exatamente como veio, em texto ou bytes, e não já lido.');
}

function readHeader(header: string, secret: string): Signature {
  const parts = header.split(',').map((part) => {
    const [name = '', ...value] = part.split('=');
    return { name: name.trim(), value: value.join('=').trim() };
  });
  const times = parts.filter(({ name }) => name === 't').map(({ value }) => value);
  const signatures = parts.filter(({ name }) => name === 'v1').map(({ value }) => value);
  const [time = ''] = times;
  if (times.length !== 1 || !DIGITS.test(time) || signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_header',
      'O cabeçalho X-Service-Signature deve ter a forma t=<segundos>,v1=<hex>.',
    );
  }
  const digests = signatures.map((hex) => Buffer.from(DIGEST.test(hex) ? hex : '', 'hex'));
  return { time, prefix: `${time}.`, key: secret, digests };
}

function readStandard(headers: WebhookHeaders, secret: string): Signature {
  const id = headerOf(headers, 'webhook-id');
  const time = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice('v1,'.length));
  if (id === '' || !DIGITS.test(time) || signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_header',
      'Faltam webhook-id, webhook-timestamp (segundos) ou webhook-signature (v1,<base64>).',
    );
  }
  const digests = signatures.map((one) => fromBase64(one) ?? Buffer.alloc(0));
  return { time, prefix: `${id}.${time}.`, key: standardKeyOf(secret), digests };
}

/** The value of a header; '' when it is missing or there are several. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length === 1 ? String(values[0]) : '';
}

/** The bytes that a secret writes in base64; secrets of another form are the key themselves. */
function standardKeyOf(secret: string): string | Buffer {
  if (!secret.startsWith(STANDARD_PREFIX)) return secret;
  return fromBase64(secret.slice(STANDARD_PREFIX.length)) ?? secret;
}

/** Undefined when the text is empty or no base64 with its padding. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

function readEvent(text: string): WebhookEvent {
  const event = parse(text);
  if (typeof event === 'object' && event !== null && 'id' in event && 'event' in event) {
    return event as WebhookEvent;
  }
  throw new WebhookVerificationError('invalid_body', 'O corpo não é um evento em JSON.');
}

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof PixGatewayError) throw error;
    return undefined;
  }
}
