/** O que a resposta disse além do corpo. */
export interface AnswerFacts {
  /** Informe-o ao suporte. */
  readonly requestId: string | undefined;
  /** A resposta é a da primeira requisição com a mesma Idempotency-Key: nada foi criado agora. */
  readonly isReplayed: boolean;
}

// Weak: the facts of a result end with it.
const factsByResult = new WeakMap<object, AnswerFacts>();

/** Guarda o que a resposta de um resultado disse, e devolve o resultado. */
export function withFacts<Result>(result: Result, { headers }: Response): Result {
  if (typeof result === 'object' && result !== null) {
    factsByResult.set(result, {
      requestId: headers.get('x-request-id') ?? undefined,
      isReplayed: headers.get('idempotency-replayed') === 'true',
    });
  }
  return result;
}

/** O id da requisição de um resultado, e se ele repete outro. Undefined para outros objetos. */
export function answerOf(result: object): AnswerFacts | undefined {
  return factsByResult.get(result);
}
