/** Whether the same request can succeed later. */
export type Retry = 'never' | 'after_change' | 'wait' | 'unknown';

/** What the page of an error code says besides its message, in Portuguese. */
export interface ErrorHelp {
  readonly cause: string;
  readonly remedy: string;
  readonly retry: Retry;
}

export function help(retry: Retry, cause: string, remedy: string): ErrorHelp {
  return { cause, remedy, retry };
}

export const RETRY_TEXTS: Readonly<Record<Retry, string>> = {
  never: 'Não. A mesma requisição recebe sempre a mesma recusa.',
  after_change:
    'Só depois de corrigir. A recusa não consome a `Idempotency-Key`: repita com a mesma chave.',
  wait:
    'Sim. Espere os segundos de `Retry-After`, ou pausas crescentes a partir de 1 segundo, e ' +
    'repita a mesma requisição com a mesma `Idempotency-Key`.',
  unknown:
    'Sim, com a mesma `Idempotency-Key`: sem a resposta não se sabe se a operação aconteceu, e ' +
    'com a chave ela não acontece duas vezes. Sem chave, consulte antes.',
};
