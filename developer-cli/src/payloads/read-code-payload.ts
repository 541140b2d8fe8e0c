import { Failure } from '../failure.ts';
import { type GetLimits, isLoopback, limitedGet } from './limited-get.ts';
import type { PayloadCheck } from './payload-check.ts';
import { checkContent } from './payload-content.ts';
import { checkRecurrence } from './recurrence-content.ts';
import { type VerifiedPayload, verifyPayload } from './verify-payload.ts';

const JOSE = 'application/jose';

/** The content of the address of a code: a charge, or a recurrence of Pix Automático. */
export type PayloadSubject = 'charge' | 'recurrence';

const CONTENT_CHECKS = { charge: checkContent, recurrence: checkRecurrence };
const NOTHING_SHOWN: Readonly<Record<PayloadSubject, Readonly<Record<number, string>>>> = {
  charge: {
    400: 'o banco recusa a pergunta',
    404: 'o endereço não mostra nenhuma cobrança',
    410: 'a cobrança não pode mais ser paga',
  },
  recurrence: {
    400: 'a recorrência não pode mais ser autorizada',
    404: 'o endereço não mostra nenhuma recorrência',
    410: 'a recorrência não pode mais ser autorizada',
  },
};

/** The request of a payer's program. */
export interface PayloadRequest {
  readonly subject: PayloadSubject;
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

/** Reads what an address of a code shows, and verifies it. A fault is a check that failed. */
export async function readCodePayload(
  request: PayloadRequest,
  limits: GetLimits & { readonly now: number },
): Promise<CodePayload> {
  const url = addressOf(request);
  try {
    const token = await readToken(url, request.subject, limits);
    const { checks, payload } = await verifyPayload(token, url, limits);
    const content =
      payload === undefined ? [] : CONTENT_CHECKS[request.subject](payload, limits.now);
    return { url: url.href, checks: [...checks, ...content], payload };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fault: PayloadCheck = { check: 'payload', ok: false, message: error.message };
    return { url: url.href, checks: [fault], payload: undefined };
  }
}

function addressOf({ location, day, city, gatewayUrl }: PayloadRequest): URL {
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

async function readToken(url: URL, subject: PayloadSubject, limits: GetLimits): Promise<string> {
  const { status, contentType, text } = await limitedGet(url, limits);
  if (status === 200 && contentType === JOSE) return text.trim();
  if (status === 200) {
    const message = `a resposta é ${contentType || 'sem tipo'}, e deve ser ${JOSE}`;
    throw new Failure('checkFailed', message);
  }
  const reason = NOTHING_SHOWN[subject][status];
  const words = reason === undefined ? `o endereço responde ${status}` : `${reason} (${status})`;
  throw new Failure('checkFailed', `${words}${detailOf(text)}`);
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
