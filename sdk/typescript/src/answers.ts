import {
  ApiConnectionError,
  type ApiError,
  apiErrorOf,
  type ErrorDetail,
  PixGatewayError,
} from './errors.ts';

/** Uma resposta com o seu corpo. */
export interface Answer {
  readonly response: Response;
  readonly bytes: Uint8Array;
}

/** Se uma resposta de sucesso deveria ser JSON e não é: a conexão caiu, ou um proxy respondeu. */
export function isCutOff({ response, bytes }: Answer): boolean {
  return response.ok && response.status !== 204 && readJson(bytes) === undefined;
}

/** O corpo de uma resposta de sucesso. @throws {PixGatewayError} veja `parseExactly` */
export function resultOf({ bytes }: Answer): unknown {
  return bytes.length === 0 ? undefined : parseExactly(decode(bytes));
}

/**
 * Lê JSON. Um inteiro que o JavaScript arredondaria, acima de 2^53, é um erro: pode ser dinheiro.
 * @throws {PixGatewayError} @throws {SyntaxError}
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
    throw new PixGatewayError(`O inteiro "${name}" é grande demais para o JavaScript.`);
  });
}

/** A recusa que uma resposta de erro traz. */
export function refusalOf({ response, bytes }: Answer, key: string | undefined): ApiError {
  const body = Object(readJson(bytes)) as {
    code?: string;
    message?: string;
    details?: ErrorDetail[];
  };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return apiErrorOf({
    status: response.status,
    code: body.code ?? 'unexpected_response',
    message: body.message ?? `O gateway respondeu ${response.status}.`,
    details: body.details ?? [],
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    idempotencyKey: key,
  });
}

/** O erro de uma tentativa sem resposta inteira. */
export function connectionErrorOf(cause: unknown, idempotencyKey?: string): ApiConnectionError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? inner.message : String(inner);
  const options = { cause, idempotencyKey };
  return new ApiConnectionError(`Sem resposta do gateway: ${reason}.`, options);
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
