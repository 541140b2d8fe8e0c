import type { Language } from './language.ts';

export type HttpFailureReason =
  | 'timeout'
  | 'blocked_address'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'protocol'
  | 'internal';

const MESSAGES: Readonly<Record<HttpFailureReason, string>> = {
  timeout: 'O destino não respondeu a tempo',
  blocked_address: 'O endereço do destino não é permitido',
  dns: 'O nome do destino não pôde ser resolvido',
  connection: 'A conexão com o destino falhou',
  tls: 'A conexão segura com o destino falhou',
  protocol: 'A resposta do destino não é HTTP válido',
  internal: 'A chamada não foi feita por um erro interno',
};

const ENGLISH: Readonly<Record<HttpFailureReason, string>> = {
  timeout: 'The destination did not answer in time',
  blocked_address: 'The address of the destination is not allowed',
  dns: 'The name of the destination could not be resolved',
  connection: 'The connection to the destination failed',
  tls: 'The secure connection to the destination failed',
  protocol: 'The answer of the destination is not valid HTTP',
  internal: 'The call was not made because of an internal error',
};

// Messages for our own codes, which say more than the reason.
const OWN_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_URL: 'O endereço não é uma URL válida.',
  PLAIN_HTTP: 'O endereço precisa ser https.',
  ABORTED: 'A chamada foi interrompida.',
  CLIENT_CLOSED: 'O sistema está sendo desligado.',
};

const OWN_ENGLISH: Readonly<Record<string, string>> = {
  INVALID_URL: 'The address is not a valid URL.',
  PLAIN_HTTP: 'The address must be https.',
  ABORTED: 'The call was interrupted.',
  CLIENT_CLOSED: 'The system is shutting down.',
};

// Node and OpenSSL (X509_V_ERR_*) name what fails in a handshake or a certificate this way.
const TLS_CODES = new RegExp(
  '^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISM|' +
    'INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|ERROR_IN_C)',
);
// undici: answers that are too long or contradict themselves, and requests that it will not send.
const PROTOCOL_CODES = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UND_ERR_REQ_|UND_ERR_INVALID_ARG)/;
const TIMEOUT_CODES = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;
const REASON_BEFORE = /^[a-z_]+: /;
const PRINTABLE_CODE = /^[A-Z0-9_]{1,60}$/;

/** Thrown for a call that was not made: this process has too many others under way. */
export class CallNotMade extends Error {
  override readonly name: string = 'CallNotMade';
}

/** A failure whose reason is known where it happens; `code` is ours or the system's. */
export class TargetError extends Error {
  readonly reason: HttpFailureReason;
  readonly code: string;

  constructor(reason: HttpFailureReason, code = '') {
    super(MESSAGES[reason]);
    this.name = 'TargetError';
    this.reason = reason;
    this.code = code;
  }
}

/** Why a call failed, with a short Portuguese text that contains nothing of the request. */
export function describeFailure(error: unknown): { reason: HttpFailureReason; message: string } {
  const code = codeOf(error);
  const reason = error instanceof TargetError ? error.reason : reasonOf(error, code);
  const ownMessage = error instanceof TargetError ? OWN_MESSAGES[code] : undefined;
  if (ownMessage !== undefined) return { reason, message: ownMessage };
  const suffix = PRINTABLE_CODE.test(code) ? ` (${code}).` : '.';
  return { reason, message: `${MESSAGES[reason]}${suffix}` };
}

/**
 * Translates a stored message of `describeFailure`, alone or after its reason (`tls: …`). Any other
 * text is returned unchanged.
 */
export function failureTextIn<T extends string | null>(text: T, language: Language): T | string {
  if (text === null || language === 'pt-BR') return text;
  const start = REASON_BEFORE.exec(text)?.[0] ?? '';
  const message = text.slice(start.length);
  const own = Object.entries(OWN_MESSAGES).find(([, text]) => text === message)?.[0];
  if (own !== undefined) return start + (OWN_ENGLISH[own] ?? message);
  for (const [reason, text] of Object.entries(MESSAGES)) {
    if (!message.startsWith(text)) continue;
    return start + ENGLISH[reason as HttpFailureReason] + message.slice(text.length);
  }
  return text;
}

/** The system's code of an error; an empty text without one. */
export function codeOf(error: unknown): string {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isCoded ? String(error.code) : '';
}

function reasonOf(error: unknown, code: string): HttpFailureReason {
  // The errors of undici's parser come without a code. Importing their class would load undici.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'protocol';
  if (TIMEOUT_CODES.test(code)) return 'timeout';
  if (TLS_CODES.test(code)) return 'tls';
  if (PROTOCOL_CODES.test(code)) return 'protocol';
  return 'connection';
}
