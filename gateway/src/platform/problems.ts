/**
 * Every refusal the gateway knows: its stable code, its HTTP status and its words for people.
 * A code is a promise to integrators: it may be added to, never renamed.
 */
export interface ProblemFacts {
  readonly sumPercentage?: string;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly ProblemField[];
  readonly allow?: string;
  /** Why a bank refused, in words for people. */
  readonly reason?: string;
}

/** A fault of one field of a request; `field` is a dotted path such as `payer.document`. */
export interface ProblemField {
  readonly field: string;
  readonly message: string;
}

interface Problem {
  readonly status: number;
  readonly message: string | ((facts: ProblemFacts) => string);
}

export const problems = {
  invalid_json: { status: 400, message: 'O corpo da requisição não é um JSON válido.' },
  invalid_request: {
    status: 400,
    message: 'A requisição tem campos inválidos; veja os detalhes de cada um.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'O cabeçalho Idempotency-Key deve ter de 8 a 128 letras, dígitos, "_" ou "-".',
  },
  idempotency_key_missing: {
    status: 400,
    message: 'O cabeçalho Idempotency-Key é obrigatório nesta rota.',
  },
  invalid_credentials: {
    status: 401,
    message: 'Os cabeçalhos client-id e client-secret estão ausentes ou são inválidos.',
  },
  account_suspended: { status: 403, message: 'A conta está suspensa. Fale com o suporte.' },
  account_not_approved: {
    status: 403,
    message: 'A conta ainda não foi aprovada na verificação de cadastro (KYC).',
  },
  sandbox_forbidden: {
    status: 403,
    message: 'Operação não permitida na conta de demonstração (sandbox).',
  },
  transaction_not_found: { status: 404, message: 'Transação não encontrada.' },
  receipt_not_found: {
    status: 404,
    message: 'Não há um recebimento a identificar com este EndToEndId.',
  },
  route_not_found: { status: 404, message: 'Rota não encontrada.' },
  method_not_allowed: {
    status: 405,
    message: (facts) => `Método não permitido nesta rota. Use: ${facts.allow ?? ''}.`,
  },
  payload_too_large: { status: 413, message: 'O corpo da requisição passa de 64 KiB.' },
  unsupported_media_type: {
    status: 415,
    message: 'O corpo deve ser enviado com Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'Esta Idempotency-Key já foi usada em outra operação ou com outro corpo.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A primeira requisição com esta Idempotency-Key ainda está em andamento.',
  },
  charge_not_payable: {
    status: 409,
    message: 'A cobrança não está pendente: já foi paga ou expirou.',
  },
  external_id_reused: {
    status: 409,
    message: 'Já existe um saque com este external_id.',
  },
  demo_cannot_split: {
    status: 422,
    message: 'A conta de demonstração (sandbox) não pode enviar split.',
  },
  invalid_split: {
    status: 422,
    message: 'O campo split deve ser uma lista de objetos com username e percentage.',
  },
  too_many_splits: { status: 422, message: 'Uma cobrança aceita no máximo 20 splits.' },
  invalid_percentage: {
    status: 422,
    message: 'O percentual de um split deve ir de 0,01 a 90, com no máximo duas casas decimais.',
  },
  duplicate_username: {
    status: 422,
    message: 'O mesmo username aparece mais de uma vez no split.',
  },
  self_split: { status: 422, message: 'O split não pode apontar para a própria conta.' },
  sum_exceeds_90: {
    status: 422,
    message: (facts) =>
      `A soma dos percentuais do split é ${facts.sumPercentage ?? ''}% e não pode passar de 90%.`,
  },
  username_not_found: {
    status: 422,
    message: 'Um dos usernames do split não está disponível para receber.',
  },
  split_exceeds_net: {
    status: 422,
    message: 'A tarifa e os splits somam mais do que o valor da cobrança.',
  },
  amount_too_small: {
    status: 422,
    message: 'O valor da cobrança deve ser maior do que a tarifa do serviço.',
  },
  insufficient_balance: {
    status: 422,
    message: 'O saldo disponível não cobre o valor do saque e a tarifa.',
  },
  invalid_pix_key: {
    status: 422,
    message: 'A chave Pix não é válida para o pix_key_type informado.',
  },
  provider_refused: {
    status: 422,
    message: (facts) => `O banco recusou a operação: ${facts.reason ?? 'sem motivo informado'}`,
  },
  rate_limited: {
    status: 429,
    message: (facts) =>
      `Limite de requisições excedido. Tente de novo em ${facts.retryAfterSeconds ?? 1} s.`,
  },
  internal_error: {
    status: 500,
    message: 'Erro interno. Se persistir, informe ao suporte o X-Request-Id desta resposta.',
  },
  provider_unavailable: {
    status: 503,
    message: 'O provedor bancário não está disponível no momento. Tente de novo em instantes.',
  },
  overloaded: {
    status: 503,
    message: 'O serviço está sobrecarregado ou reiniciando. Tente de novo em instantes.',
  },
  merchant_not_found: { status: 404, message: 'Não existe lojista com este username.' },
  username_invalid: {
    status: 422,
    message: 'O username deve ter de 3 a 30 caracteres: a-z, 0-9, "_", "." ou "-".',
  },
  username_taken: { status: 409, message: 'Já existe um lojista com este username.' },
  tax_id_invalid: { status: 422, message: 'O documento não é um CPF ou CNPJ válido.' },
  name_invalid: { status: 422, message: 'O nome deve ter de 1 a 200 caracteres.' },
  fee_invalid: {
    status: 422,
    message: 'A tarifa deve ser de 0 a 10000 pontos-base e um valor fixo em centavos.',
  },
  status_change_refused: {
    status: 409,
    message: 'O estado atual do lojista não permite esta mudança.',
  },
  kyc_not_found: { status: 404, message: 'Cadastro não encontrado.' },
  kyc_closed: {
    status: 409,
    message: 'O cadastro não pode ser alterado agora: está em análise ou já foi decidido.',
  },
  document_not_found: { status: 404, message: 'Documento não encontrado.' },
  document_too_large: { status: 413, message: 'O arquivo passa de 5 MB.' },
  document_type_invalid: {
    status: 422,
    message: 'O arquivo não é um PDF, JPG ou PNG, ou está corrompido.',
  },
  too_many_documents: { status: 422, message: 'Um cadastro aceita no máximo 10 documentos.' },
  credential_not_found: { status: 404, message: 'Credencial não encontrada ou já revogada.' },
  rate_limit_invalid: {
    status: 422,
    message: 'O limite deve ser um inteiro de 1 a 1000000 requisições por minuto.',
  },
  webhook_not_found: { status: 404, message: 'Webhook não encontrado.' },
  webhook_events_invalid: { status: 422, message: 'Escolha ao menos um evento para o webhook.' },
  too_many_webhooks: { status: 422, message: 'Um ambiente pode ter no máximo 20 webhooks.' },
  mail_not_found: { status: 404, message: 'Mensagem não encontrada.' },
  delivery_not_found: { status: 404, message: 'Entrega não encontrada.' },
  webhook_url_invalid: {
    status: 422,
    message: 'O endereço do webhook deve ser uma URL http(s) pública de até 2048 caracteres.',
  },
  self_transfer: { status: 422, message: 'A transferência não pode ser para a própria conta.' },
  recipient_not_found: {
    status: 404,
    message: 'Este lojista não está disponível para receber transferências.',
  },
  log_in_failed: { status: 401, message: 'E-mail ou senha incorretos.' },
  log_in_expired: { status: 401, message: 'O tempo para informar o código acabou. Entre de novo.' },
  email_not_confirmed: {
    status: 403,
    message: 'Confirme seu e-mail pelo link que enviamos antes de entrar.',
  },
  email_taken: { status: 409, message: 'Já existe uma conta com este e-mail.' },
  password_wrong: { status: 422, message: 'A senha atual está errada.' },
  link_invalid: { status: 422, message: 'Este link não vale mais. Peça um novo.' },
  session_not_found: { status: 404, message: 'Esta sessão já foi encerrada.' },
  not_logged_in: { status: 401, message: 'Entre no painel para continuar.' },
  not_permitted: { status: 403, message: 'Sua conta não tem acesso a esta parte do painel.' },
  foreign_page: { status: 403, message: 'A requisição não veio de uma página deste painel.' },
  second_factor_required: {
    status: 403,
    message: 'Ative a verificação em duas etapas para fazer esta operação.',
  },
  second_factor_enabled: {
    status: 409,
    message: 'A verificação em duas etapas já está ativa nesta conta.',
  },
  second_factor_invalid: {
    status: 422,
    message: 'O código de verificação em duas etapas está errado ou já foi usado.',
  },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;

/** An expected refusal. Thrown or returned; the doors turn it into an answer by the table above. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    const problem: Problem = problems[code];
    super(typeof problem.message === 'string' ? problem.message : problem.message(facts));
    this.name = 'Refusal';
    this.code = code;
    this.status = problem.status;
    this.facts = facts;
  }
}
