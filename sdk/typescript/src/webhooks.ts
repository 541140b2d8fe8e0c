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

const TOLERANCE_SECONDS = 300;
const DIGITS = /^[0-9]{1,12}$/;
const DIGEST = /^[0-9a-f]{64}$/i;

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
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1_000 }: VerifyOptions = {},
): WebhookEvent {
  if (!secret) throw new TypeError('O segredo do webhook está vazio.');
  checkSeconds('toleranceSeconds', toleranceSeconds);
  checkSeconds('now', now);
  const bytes = bytesOf(body);
  const { time, signatures } = readHeader(String(header ?? ''));
  const expected = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
  if (!signatures.some((one) => isEqual(one, expected))) {
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

function readHeader(header: string): { time: string; signatures: readonly string[] } {
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
  return { time, signatures };
}

function isEqual(hex: string, expected: Buffer): boolean {
  return DIGEST.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
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
