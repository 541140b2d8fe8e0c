import { Failure } from '../failure.ts';
import { type GetLimits, isLoopback, limitedGet } from './limited-get.ts';
import type { PayloadCheck } from './payload-check.ts';
import { checkContent } from './payload-content.ts';
import { type VerifiedPayload, verifyPayload } from './verify-payload.ts';

const JOSE = 'application/jose';

/** What a payer's program asks for. */
export interface PayloadQuestion {
  /** Without scheme, as the code has it. */
  readonly location: string;
  /** The day of the payment, as `2026-12-10`. */
  readonly day?: string | undefined;
  /** The municipality of the payer, by its code of the IBGE. */
  readonly city?: string | undefined;
  /** The gateway that is configured: its codes may be read by http on this machine. */
  readonly gatewayUrl?: string | undefined;
}

export interface CodePayload extends VerifiedPayload {
  /** The address that was read. */
  readonly url: string;
}

/** Reads what a dynamic code shows, and verifies it. A fault is a check that failed. */
export async function readCodePayload(
  question: PayloadQuestion,
  limits: GetLimits & { readonly now: number },
): Promise<CodePayload> {
  const url = addressOf(question);
  try {
    const token = await readToken(url, limits);
    const { checks, payload } = await verifyPayload(token, url, limits);
    const content = payload === undefined ? [] : checkContent(payload, limits.now);
    return { url: url.href, checks: [...checks, ...content], payload };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fault: PayloadCheck = { check: 'payload', ok: false, message: error.message };
    return { url: url.href, checks: [fault], payload: undefined };
  }
}

function addressOf({ location, day, city, gatewayUrl }: PayloadQuestion): URL {
  const plain = location.replace(/^https?:\/\//i, '');
  if (!URL.canParse(`https://${plain}`)) {
    throw new Failure('checkFailed', `o código tem um endereço inválido: ${location}`);
  }
  const url = new URL(`https://${plain}`);
  const gateway = gatewayUrl && URL.canParse(gatewayUrl) ? new URL(gatewayUrl) : undefined;
  const isOwn = gateway?.protocol === 'http:' && gateway.host === url.host;
  if (isOwn && isLoopback(url)) url.protocol = 'http:';
  if (day !== undefined) url.searchParams.set('DPP', day);
  if (city !== undefined) url.searchParams.set('codMun', city);
  return url;
}

async function readToken(url: URL, limits: GetLimits): Promise<string> {
  const { status, contentType, text } = await limitedGet(url, limits);
  if (status === 200 && contentType === JOSE) return text.trim();
  throw new Failure('checkFailed', reasonOf(status, contentType, text));
}

function reasonOf(status: number, contentType: string, text: string): string {
  if (status === 200) return `a resposta é ${contentType || 'sem tipo'}, e deve ser ${JOSE}`;
  const detail = detailOf(text);
  if (status === 404) return `o endereço não mostra nenhuma cobrança (404)${detail}`;
  if (status === 410) return `a cobrança não pode mais ser paga (410)${detail}`;
  if (status === 400) return `o banco recusa a pergunta (400)${detail}`;
  return `o endereço responde ${status}${detail}`;
}

/** The words of a problem (RFC 7807). */
function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text);
    return typeof detail === 'string' ? `: ${detail}` : '';
  } catch {
    return '';
  }
}
