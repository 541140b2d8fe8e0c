import type { errorCodes } from './generated/names.ts';

/** Um código que a API documenta. */
export type ErrorCode = (typeof errorCodes)[number];

/** Um campo inválido e o que há de errado nele. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** O que a resposta de erro trouxe. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Todo erro que o SDK lança. */
export class PixGatewayError extends Error {
  override name = 'PixGatewayError';
}

/**
 * Não houve resposta: a rede falhou, ou o tempo acabou. O resultado é desconhecido. Repita depois
 * com a mesma `idempotencyKey`.
 */
export class ApiConnectionError extends PixGatewayError {
  override name = 'ApiConnectionError';
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | undefined }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** A resposta não chegou dentro de `timeoutMs`. */
export class ApiTimeoutError extends ApiConnectionError {
  override name = 'ApiTimeoutError';
}

/** O gateway recusou a requisição. Trate o erro pelo `code`, que não muda. */
export class ApiError extends PixGatewayError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | (string & {});
  /** A mensagem do gateway, sem os campos, o código e o id da requisição. */
  readonly gatewayMessage: string;
  readonly details: readonly ErrorDetail[];
  /** Informe-o ao suporte. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** A chave que a requisição levou, para repetir a mesma operação. */
  readonly idempotencyKey: string | undefined;

  constructor(answer: ErrorAnswer) {
    super(textOf(answer));
    this.gatewayMessage = answer.message;
    this.status = answer.status;
    this.code = answer.code;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.idempotencyKey = answer.idempotencyKey;
  }
}

/** A mensagem com os campos, o código e o id, para quem só vê o texto do erro, como num log. */
function textOf({ message, details, code, requestId }: ErrorAnswer): string {
  const fields = details.map((one) => `${one.field}: ${one.message}`).join('; ');
  const request = requestId === undefined ? '' : `, requisição ${requestId}`;
  return `${message}${fields && ` ${fields}.`} [${code}${request}]`;
}

/** 401: as credenciais estão ausentes ou são inválidas. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: a conta ou a chave não pode fazer isto. */
export class PermissionDeniedError extends ApiError {
  override name = 'PermissionDeniedError';
}

/** 404 */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: o estado atual não permite a operação. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 409: a Idempotency-Key é de outra operação, ou a primeira requisição ainda não terminou. */
export class IdempotencyError extends ConflictError {
  override name = 'IdempotencyError';
}

/** 400, 405, 413, 415 e 422: a requisição precisa ser corrigida. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 422: o saldo disponível não cobre a operação. */
export class InsufficientBalanceError extends InvalidRequestError {
  override name = 'InsufficientBalanceError';
}

/** 429: aguarde `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: o gateway ou o banco não está disponível. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const CLASS_BY_CODE: Readonly<Record<string, typeof ApiError>> = {
  idempotency_key_reused: IdempotencyError,
  idempotency_in_progress: IdempotencyError,
  insufficient_balance: InsufficientBalanceError,
};

const CLASS_BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** O erro da classe que corresponde ao código e ao status da resposta. */
export function apiErrorOf(answer: ErrorAnswer): ApiError {
  const byStatus = answer.status >= 500 ? ServerError : InvalidRequestError;
  const known = CLASS_BY_CODE[answer.code] ?? CLASS_BY_STATUS[answer.status] ?? byStatus;
  return new known(answer);
}

/** Se o erro é uma recusa do gateway com este código. */
export function hasCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly code: Code } {
  return error instanceof ApiError && error.code === code;
}

export type WebhookFault =
  /** O cabeçalho está ausente, ou não tem `t` e `v1`; ou falta um do Standard Webhooks. */
  | 'malformed_header'
  /** `t` difere do relógio mais do que a tolerância. */
  | 'timestamp_outside_tolerance'
  /** Nenhum `v1` confere: o corpo mudou, ou o segredo é outro. */
  | 'signature_mismatch'
  /** A assinatura confere e o corpo não é um evento em JSON. */
  | 'invalid_body';

/** O webhook não é autêntico: responda 401 e não o processe. */
export class WebhookVerificationError extends PixGatewayError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
