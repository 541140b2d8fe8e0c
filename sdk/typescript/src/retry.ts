const PAUSE_MS_MAX = 8_000;
const RETRY_AFTER_SECONDS_MAX = 60;
const TRANSIENT = [500, 502, 503, 504];

/** O que se sabe de uma tentativa que não deu certo. */
export interface FailedAttempt {
  /** Ausente quando não houve resposta inteira. */
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Se a requisição pode ser repetida. Com `isRepeatable` (leituras, requisições com Idempotency-Key)
 * pode, também quando o resultado é desconhecido; sem, só quando o gateway não a atendeu.
 */
export function mayRetry(failed: FailedAttempt, isRepeatable: boolean): boolean {
  if ((failed.retryAfterSeconds ?? 0) > RETRY_AFTER_SECONDS_MAX) return false;
  if (failed.status === 429) return true;
  if (!isRepeatable) return false;
  if (failed.status === undefined) return true;
  return TRANSIENT.includes(failed.status) || failed.code === 'idempotency_in_progress';
}

/**
 * A pausa antes da repetição de número `retry` (a partir de 1), em milissegundos: dobra a cada vez,
 * varia ao acaso em até metade, e nunca é menor do que o Retry-After da resposta.
 */
export function pauseMs(
  retry: number,
  firstPauseMs: number,
  retryAfterSeconds: number | undefined,
): number {
  const longest = Math.min(PAUSE_MS_MAX, firstPauseMs * 2 ** (retry - 1));
  const varied = longest * (0.5 + Math.random() / 2);
  return Math.max(varied, (retryAfterSeconds ?? 0) * 1_000);
}
