import { type ApiResponse, errorCodesOf } from '../reference/api-document.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that headers are added to. */
interface Operation extends Facts {
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, ApiResponse>>;
}

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

/** The header by which a stream continues, beside the parameter `after` where there is one. */
function lastIdOf({ parameters = [], responses }: Operation): Facts | undefined {
  if (!Object.hasOwn(Object(responses?.[200]?.content), 'text/event-stream')) return undefined;
  const hasAfter = parameters.some((parameter) => Object(parameter).name === 'after');
  return hasAfter ? LAST_EVENT_ID : LAST_REQUEST_ID;
}

const described = (description: string, type: 'integer' | 'string', example: unknown) => ({
  description,
  schema: { type, examples: [example] },
});

/** The headers of answers, as `components.headers` of the document. */
export const ANSWER_HEADERS = {
  RateLimitLimit: described('Requisições por minuto desta chave.', 'integer', 100),
  RateLimitRemaining: described('Quantas restam nesta janela.', 'integer', 99),
  RateLimitReset: described('Segundos até a janela acabar.', 'integer', 60),
  RetryAfter: described('Segundos até tentar de novo.', 'integer', 1),
  RequestId: described('Identifica a requisição; informe-o ao suporte.', 'string', EXAMPLE_ID),
  Help: described(
    'A página do guia sobre o código do erro.',
    'string',
    '</guia/erros/invalid_json>; rel="help"',
  ),
  PaymentPage: described(
    'O endereço da página de pagamento, que não pede chaves.',
    'string',
    `<https://pix.example.com/pagar/${EXAMPLE_ID}>; rel="payment"`,
  ),
  UnknownFields: described(
    'Os campos do corpo que a operação não tem, e que foram ignorados.',
    'string',
    'expire_in, payer.nome',
  ),
  IdempotencyReplayed: described(
    'Presente, e true, quando a resposta é a da primeira requisição com a chave.',
    'string',
    'true',
  ),
};

const refer = (name: keyof typeof ANSWER_HEADERS) => ({ $ref: `#/components/headers/${name}` });
const RATE_LIMITS = {
  'RateLimit-Limit': refer('RateLimitLimit'),
  'RateLimit-Remaining': refer('RateLimitRemaining'),
  'RateLimit-Reset': refer('RateLimitReset'),
};
const RETRY_AFTER = { 'Retry-After': refer('RetryAfter') };
const REQUEST_ID = { 'X-Request-Id': refer('RequestId') };
const HELP = { Link: refer('Help') };
const UNKNOWN_FIELDS = { 'X-Unknown-Fields': refer('UnknownFields') };
const REPLAYED = { 'Idempotency-Replayed': refer('IdempotencyReplayed') };

// Not among the components: a document without a deprecated operation would not use them.
const DEPRECATION = {
  Deprecation: described('Desde quando é obsoleta (RFC 9745).', 'string', '@1795910400'),
  Sunset: described('Até quando responde (RFC 8594).', 'string', 'Mon, 29 Nov 2027 00:00:00 GMT'),
};

/** Adds the headers of requests and answers, which the routes' schemas don't contain. */
export function describeHeaders(paths: Facts): Facts {
  return mapValues(paths, (path) =>
    mapValues(path as Facts, (operation) => withHeaders(operation as Operation)),
  );
}

function withHeaders(operation: Operation): Operation {
  const answers = Object.values(operation.responses ?? {});
  const isKeyed = answers.flatMap(errorCodesOf).includes('idempotency_key_invalid');
  const header = isKeyed ? IDEMPOTENCY_KEY : lastIdOf(operation);
  const parameters = [...(operation.parameters ?? []), ...(header ? [header] : [])];
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, { headers, ...response }]) => [
        status,
        {
          ...response,
          headers: {
            ...headersOf(status, isKeyed),
            ...(operation.deprecated && status !== '401' && DEPRECATION),
            ...mapValues(headers ?? {}, headerNamed),
            ...(operation.requestBody !== undefined && Number(status) < 300 && UNKNOWN_FIELDS),
          },
        },
      ]),
    ),
  };
}

/** The header of an answer whose schema has only the name of one of `ANSWER_HEADERS`, as title. */
function headerNamed(header: unknown): Facts {
  return refer(Object(header).schema.title);
}

function headersOf(status: string, isKeyed: boolean): Facts {
  return {
    ...REQUEST_ID,
    // The answer to a wrong secret has no rate limit headers.
    ...(status !== '401' && RATE_LIMITS),
    ...(['409', '429', '503'].includes(status) && RETRY_AFTER),
    ...((status === '200' || status === '201') && isKeyed && REPLAYED),
    ...(Number(status) >= 400 && HELP),
  };
}

function mapValues(facts: Facts, change: (value: unknown) => unknown): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, change(value)]));
}
