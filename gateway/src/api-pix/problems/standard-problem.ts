import type { ProblemCode, Refusal } from '#src/ground/errors/problems.ts';

const TYPES = 'https://pix.bcb.gov.br/api/v2/error/';
/** RFC 7807: the type of a problem that says no more than its HTTP status. */
const NO_TYPE = 'about:blank';
const CHANGING_RETRY_SECONDS = 30;

/** The families of the standard that we answer, with what an error of each is called. */
const FAMILIES = {
  Cob: { notFound: 'CobNaoEncontrado', noun: 'Cobrança', ending: 'a', prefix: 'cob' },
  CobV: { notFound: 'CobVNaoEncontrada', noun: 'Cobrança', ending: 'a', prefix: 'cobv' },
  LoteCobV: {
    notFound: 'LoteCobVNaoEncontrado',
    noun: 'Lote de cobranças',
    ending: 'o',
    prefix: 'loteCobV',
  },
  PayloadLocation: {
    notFound: 'PayloadLocationNaoEncontrado',
    noun: 'Location',
    ending: 'a',
    prefix: 'loc',
  },
  PayloadLocationRec: {
    notFound: 'PayloadLocationRecNaoEncontrado',
    noun: 'Location',
    ending: 'a',
    prefix: 'loc',
  },
  CobR: { notFound: 'CobRNaoEncontrado', noun: 'Cobrança', ending: 'a', prefix: 'cobr' },
  Rec: { notFound: 'RecNaoEncontrada', noun: 'Recorrência', ending: 'a', prefix: 'rec' },
  SolicRec: {
    notFound: 'SolicRecNaoEncontrada',
    noun: 'Solicitação de recorrência',
    ending: 'a',
    prefix: 'solicrec',
  },
  Pix: { notFound: 'PixNaoEncontrado', noun: 'Pix', ending: 'o', prefix: 'pix' },
  PixDevolucao: {
    notFound: 'PixDevolucaoNaoEncontrada',
    noun: 'Devolução',
    ending: 'a',
    prefix: 'devolucao',
  },
  WebhookRec: {
    notFound: 'WebhookRecNaoEncontrado',
    noun: 'Webhook',
    ending: 'o',
    prefix: 'webhook',
  },
  WebhookCobR: {
    notFound: 'WebhookCobRNaoEncontrado',
    noun: 'Webhook',
    ending: 'o',
    prefix: 'webhook',
  },
  Webhook: { notFound: 'WebhookNaoEncontrado', noun: 'Webhook', ending: 'o', prefix: 'webhook' },
} as const;

export type ProblemFamily = keyof typeof FAMILIES;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The family of the Central Bank's errors that a route under /pix/v2 answers with. */
    problemFamily?: ProblemFamily;
  }
}

/** A violation of a rule, as RFC 7807 with the standard's own field. */
export interface Violation {
  readonly razao: string;
  readonly propriedade: string;
  readonly valor?: string;
}

/** The JSON of an error of the standard. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly violacoes?: readonly Violation[];
}

/** An expected refusal of an operation of the standard. */
export class StandardProblem extends Error {
  readonly body: ProblemBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ProblemBody, retryAfterSeconds?: number) {
    super(body.detail);
    this.name = 'StandardProblem';
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A change that breaks a rule: `XOperacaoInvalida`, or `PixDevolucaoInvalida`. */
export function invalidOperation(
  family: ProblemFamily,
  detail: string,
  violacoes: readonly Violation[] = [],
): StandardProblem {
  const { noun, ending } = FAMILIES[family];
  const name = family === 'PixDevolucao' ? 'PixDevolucaoInvalida' : `${family}OperacaoInvalida`;
  const title = `${noun} inválid${ending}.`;
  return new StandardProblem(bodyOf({ name, title, status: 400, detail, violacoes }));
}

/** A query that breaks a rule: `XConsultaInvalida`. */
export function invalidQuery(
  family: ProblemFamily,
  violacoes: readonly Violation[],
): StandardProblem {
  const detail = 'Os parâmetros da consulta não respeitam o schema ou não fazem sentido.';
  const name = `${family === 'PixDevolucao' ? 'Pix' : family}ConsultaInvalida`;
  return new StandardProblem(
    bodyOf({ name, title: 'Consulta inválida.', status: 400, detail, violacoes }),
  );
}

/** An entity that the merchant doesn't have: `XNaoEncontrado`. */
export function notFound(family: ProblemFamily): StandardProblem {
  const { notFound: name, noun, ending } = FAMILIES[family];
  const title = `${noun} não encontrad${ending}.`;
  return new StandardProblem(bodyOf({ name, title, status: 404, detail: title }));
}

/** A location without a payload: its charge is unknown, or can't be paid any more. */
export function noPayload(kind: 'unknown' | 'gone'): StandardProblem {
  const [name, status, title] =
    kind === 'gone'
      ? (['PermanentementeRemovido', 410, 'A cobrança não pode mais ser paga.'] as const)
      : (['CobPayloadNaoEncontrado', 404, 'Não há cobrança neste endereço.'] as const);
  return new StandardProblem(bodyOf({ name, title, status, detail: title }));
}

/** A location without a recurrence: `RecPayloadNaoEncontrado`. */
export function noRecurrencePayload(): StandardProblem {
  const title = 'Não há recorrência neste endereço.';
  const body = { name: 'RecPayloadNaoEncontrado', title, status: 404, detail: title };
  return new StandardProblem(bodyOf(body));
}

/** A location of a recurrence that has ended: `RecPayloadOperacaoInvalida`. */
export function endedRecurrencePayload(): StandardProblem {
  const razao =
    'O campo recUrlAccessToken referencia uma recorrência expirada, rejeitada ou cancelada.';
  const title = 'A recorrência terminou.';
  const body = { name: 'RecPayloadOperacaoInvalida', title, status: 400, detail: razao };
  const violacoes = [{ razao, propriedade: 'recUrlAccessToken' }];
  return new StandardProblem(bodyOf({ ...body, violacoes }));
}

/** A day or a municipality for which a location shows no payload: `CobPayloadOperacaoInvalida`. */
export function invalidPayloadQuery(violation: Violation): StandardProblem {
  const title = 'Consulta de payload inválida.';
  const body = { name: 'CobPayloadOperacaoInvalida', title, status: 400, detail: violation.razao };
  return new StandardProblem(bodyOf({ ...body, violacoes: [violation] }));
}

/** A service that can't answer now: `ServicoIndisponivel`. */
export function unavailable(detail: string, retryAfterSeconds: number): StandardProblem {
  const title = 'Serviço indisponível.';
  const body = bodyOf({ name: 'ServicoIndisponivel', title, status: 503, detail });
  return new StandardProblem(body, retryAfterSeconds);
}

const DETAILS: Partial<Record<ProblemCode, string>> = {
  invalid_credentials:
    'O token de acesso está ausente, venceu ou foi revogado. Peça outro em /pix/oauth/token.',
  invalid_request: 'A requisição não respeita o schema.',
  invalid_discounts: 'Os descontos não combinam entre si ou com o vencimento.',
  charge_batch_daily_limit: 'O lote passa do limite de linhas de 24 horas da sua conta.',
  scope_missing: 'O token não tem o escopo desta operação.',
  route_not_found: 'Este caminho não existe na API Pix deste serviço.',
};

/** The request that a refusal answers. */
export interface RefusedRequest {
  readonly family: ProblemFamily | undefined;
  /** Whether it changes something, so that its faults are in the body. */
  readonly isChange: boolean;
}

/** A refusal of the gateway as an error of the standard. */
export function problemOfRefusal(refusal: Refusal, request: RefusedRequest): StandardProblem {
  const { code, status, facts } = refusal;
  if (code === 'charge_change_open') {
    return unavailable(refusal.message, facts.retryAfterSeconds ?? CHANGING_RETRY_SECONDS);
  }
  const detail = detailOf(refusal);
  const { family, isChange } = request;
  const prefix = family && isChange ? `${FAMILIES[family].prefix}.` : '';
  const violacoes = (facts.fields ?? []).map(({ field, message }) => ({
    razao: message['pt-BR'],
    propriedade: `${prefix}${field}`,
  }));
  if (family && [400, 409, 422].includes(status)) {
    return isChange ? invalidOperation(family, detail, violacoes) : invalidQuery(family, violacoes);
  }
  if (family && status === 404 && code !== 'route_not_found') return notFound(family);
  const body = bodyOf({ ...generalOf(status), status, detail, violacoes });
  return new StandardProblem(body, facts.retryAfterSeconds);
}

/** The text of a refusal in the standard, whose violations are not in `details`. */
export function detailOf({ code, message }: Refusal): string {
  return DETAILS[code] ?? message;
}

/** The general errors of the standard, which any operation may answer with. */
const GENERAL: Readonly<Record<number, { readonly name?: string; readonly title: string }>> = {
  400: { name: 'RequisicaoInvalida', title: 'Requisição inválida.' },
  401: { title: 'Não autenticado.' },
  403: { name: 'AcessoNegado', title: 'Acesso negado.' },
  404: { name: 'NaoEncontrado', title: 'Não encontrado.' },
  405: { title: 'Método não permitido.' },
  413: { title: 'Corpo grande demais.' },
  415: { title: 'Tipo de conteúdo não aceito.' },
  429: { title: 'Muitas requisições.' },
  500: { name: 'ErroInternoDoServidor', title: 'Erro interno do servidor.' },
  503: { name: 'ServicoIndisponivel', title: 'Serviço indisponível.' },
};

function generalOf(status: number): { readonly name?: string; readonly title: string } {
  const general = GENERAL[status];
  if (general) return general;
  return { name: 'RequisicaoInvalida', title: 'Requisição inválida.' };
}

function bodyOf({
  name,
  violacoes = [],
  ...body
}: {
  readonly name?: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly violacoes?: readonly Violation[];
}): ProblemBody {
  const type = name === undefined ? NO_TYPE : `${TYPES}${name}`;
  return { type, ...body, ...(violacoes.length > 0 && { violacoes }) };
}
