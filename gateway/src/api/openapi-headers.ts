type Facts = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that headers are added to. */
interface Operation extends Facts {
  readonly operationId?: string;
  readonly parameters?: readonly unknown[];
  readonly responses?: Readonly<Record<string, Facts>>;
}

const KEYED_OPERATIONS = ['createCharge', 'createPayout', 'createRefund', 'defendDispute'];
const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Uma chave por operação, repetida a cada tentativa: por 24 horas devolve a mesma resposta.',
  schema: {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{8,128}$',
    examples: ['pedido-1042'],
  },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'O id do último evento recebido: continua depois dele. Vale no lugar de after.',
  schema: { type: 'string', format: 'uuid', examples: [EXAMPLE_ID] },
};
const LAST_REQUEST_ID = {
  ...LAST_EVENT_ID,
  description: 'O último id recebido: continua depois dele.',
};
/** The header of a request to an operation. */
const REQUEST_HEADERS: Readonly<Record<string, Facts>> = {
  ...Object.fromEntries(KEYED_OPERATIONS.map((operation) => [operation, IDEMPOTENCY_KEY])),
  streamEvents: LAST_EVENT_ID,
  streamRequests: LAST_REQUEST_ID,
};

const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', examples: [example] },
});
const RATE_LIMITS = {
  'RateLimit-Limit': count('Requisições por minuto desta chave.', 100),
  'RateLimit-Remaining': count('Quantas restam nesta janela.', 99),
  'RateLimit-Reset': count('Segundos até a janela acabar.', 60),
};
const RETRY_AFTER = { 'Retry-After': count('Segundos até tentar de novo.', 1) };
const REQUEST_ID = {
  'X-Request-Id': {
    description: 'Identifica a requisição; informe-o ao suporte.',
    schema: { type: 'string', examples: [EXAMPLE_ID] },
  },
};
const HELP = {
  Link: {
    description: 'A página do guia sobre o código do erro.',
    schema: { type: 'string', examples: ['</guia/erros/invalid_json>; rel="help"'] },
  },
};
const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'Presente quando a resposta é a da primeira requisição com a chave.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
};

/** Adds the headers of requests and answers, which the routes' schemas don't contain. */
export function describeHeaders(paths: Facts): Facts {
  return mapValues(paths, (path) =>
    mapValues(path as Facts, (operation) => withHeaders(operation as Operation)),
  );
}

function withHeaders(operation: Operation): Operation {
  const header = REQUEST_HEADERS[operation.operationId ?? ''];
  const parameters = [...(operation.parameters ?? []), ...(header ? [header] : [])];
  const isKeyed = header === IDEMPOTENCY_KEY;
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, response]) => [
        status,
        { ...response, headers: headersOf(status, isKeyed) },
      ]),
    ),
  };
}

function headersOf(status: string, isKeyed: boolean): Facts {
  return {
    ...REQUEST_ID,
    // The answer to a wrong secret has no rate limit headers.
    ...(status !== '401' && RATE_LIMITS),
    ...(['409', '429', '503'].includes(status) && RETRY_AFTER),
    ...(status === '201' && isKeyed && REPLAYED),
    ...(Number(status) >= 400 && HELP),
  };
}

function mapValues(facts: Facts, change: (value: unknown) => unknown): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, change(value)]));
}
