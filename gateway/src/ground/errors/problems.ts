import type { Language } from '../http/language.ts';
import { panelProblems } from './panel-problems.ts';
import { payoutProblems } from './payout-problems.ts';
import type { Message, Problem, ProblemFacts } from './problem-facts.ts';
import { inWords } from './texts/in-words.ts';
import { problemsInEnglish } from './texts/problems-en.ts';
import { webhookTestProblems } from './webhook-test-problems.ts';

/** The refusals of operations on test clocks. */
const testClockProblems = {
  test_clock_not_found: { status: 404, message: 'Relógio de teste não encontrado.' },
  test_key_required: { status: 403, message: 'Esta operação só existe com chave de teste.' },
  test_clock_busy: {
    status: 409,
    message: 'O relógio de teste ainda está avançando ou sendo apagado. Espere até que pare.',
  },
  too_many_test_clocks: {
    status: 409,
    message: 'Uma conta pode ter até 20 relógios de teste. Apague um antes de criar outro.',
  },
  test_clock_out_of_range: {
    status: 422,
    message: 'Um relógio só avança, até 366 dias de cada vez e até 731 dias desde o início.',
  },
} as const satisfies Record<string, Problem>;

/** The refusals of operations on payment links. */
const linkProblems = {
  payment_link_not_found: { status: 404, message: 'Link de pagamento não encontrado.' },
  payment_link_closed: {
    status: 409,
    message: 'O link de pagamento está pausado ou o prazo dele terminou.',
  },
  payment_link_sold_out: { status: 409, message: 'O estoque do link de pagamento acabou.' },
  too_many_payment_links: {
    status: 422,
    message: 'Um ambiente pode ter no máximo 10.000 links de pagamento.',
  },
  product_not_found: { status: 404, message: 'Produto não encontrado.' },
  too_many_products: { status: 422, message: 'Um ambiente pode ter no máximo 1.000 produtos.' },
  image_invalid: {
    status: 415,
    message: 'Envie uma imagem PNG, JPEG ou WebP, com até 4096 pixels de cada lado.',
  },
  image_too_large: {
    status: 413,
    message: 'A imagem tem mais de 512 KB. Envie uma imagem menor.',
  },
} as const satisfies Record<string, Problem>;

export type { LimitOfField, ProblemFacts, ProblemField } from './problem-facts.ts';

/**
 * Every refusal the gateway knows: its stable code, its HTTP status and its words for people.
 * A code is a promise to integrators: it may be added to, never renamed.
 */
export const problems = {
  invalid_json: { status: 400, message: 'O corpo da requisição não é um JSON válido.' },
  invalid_request: {
    status: 400,
    message: 'Há campos inválidos na requisição; veja cada um em details.',
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
  address_not_allowed: {
    status: 403,
    message: 'Esta chave não pode ser usada a partir deste endereço de rede.',
  },
  scope_missing: {
    status: 403,
    message: (facts) => `A chave não tem o escopo necessário: ${facts.scopes?.join(' ou ') ?? ''}.`,
  },
  payout_limit_exceeded: {
    status: 403,
    message: (facts) => `O saque passa de um limite da conta: ${facts.reason ?? 'veja details'}.`,
  },
  sandbox_forbidden: {
    status: 403,
    message: 'Operação não permitida na conta de demonstração (sandbox).',
  },
  transaction_not_found: { status: 404, message: 'Transação não encontrada.' },
  export_too_large: {
    status: 422,
    message: 'O período tem mais de 500.000 movimentos: escolha um período menor.',
  },
  receipt_not_ready: { status: 409, message: 'Ainda não há comprovante desta transação.' },
  event_not_found: { status: 404, message: 'Evento não encontrado.' },
  cursor_expired: {
    status: 410,
    message: 'O evento de after (ou Last-Event-ID) não existe mais: recomece sem ele.',
  },
  event_has_no_webhook: { status: 409, message: 'Nenhum webhook recebe este evento.' },
  key_in_use: {
    status: 409,
    message: 'A chave antiga ainda criptografa valores: execute antes encryption rotate.',
  },
  key_not_in_file: {
    status: 409,
    message: 'A chave vem de ENCRYPTION_KEY: remova a antiga de ENCRYPTION_KEY_PREVIOUS.',
  },
  verification_running: {
    status: 409,
    message: 'Uma verificação do livro-razão já está em andamento.',
  },
  incoming_payment_not_found: {
    status: 404,
    message: 'Não há um recebimento a identificar com este EndToEndId.',
  },
  held_order_not_found: {
    status: 404,
    message: 'Não há um saque ou devolução retido com este identificador.',
  },
  late_payment_not_found: {
    status: 404,
    message: 'Não há um pagamento depois da falha a verificar com este identificador.',
  },
  route_not_found: { status: 404, message: 'Rota não encontrada.' },
  method_not_allowed: {
    status: 405,
    message: (facts) => `Método não permitido nesta rota. Use: ${facts.allow ?? ''}.`,
  },
  payload_too_large: {
    status: 413,
    message: 'O corpo da requisição tem mais de 64 KiB (na conta de demonstração, 8 KiB).',
  },
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
    message: 'A cobrança não está pendente: já foi paga, expirou ou foi cancelada.',
  },
  charge_already_paid: { status: 409, message: 'A cobrança já foi paga.' },
  charge_expired: { status: 409, message: 'A cobrança já expirou.' },
  refund_not_possible: { status: 409, message: 'Só uma cobrança paga pode ser devolvida.' },
  dispute_not_found: { status: 404, message: 'Contestação não encontrada.' },
  dispute_not_possible: { status: 409, message: 'Só uma cobrança paga pode ser contestada.' },
  dispute_closed: { status: 409, message: 'A contestação já foi encerrada.' },
  dispute_already_defended: { status: 409, message: 'Esta contestação já tem uma defesa.' },
  dispute_defense_too_late: {
    status: 422,
    message: 'O prazo para defender esta contestação terminou.',
  },
  dispute_exceeds_payment: {
    status: 422,
    message: 'O valor é maior do que o pagamento ainda tem a contestar.',
  },
  payment_disputed: {
    status: 422,
    message: 'O valor está contestado e não pode ser devolvido enquanto a contestação existir.',
  },
  external_id_reused: { status: 409, message: 'Já existe um saque com este external_id.' },
  demo_cannot_split: {
    status: 422,
    message: 'A conta de demonstração (sandbox) não pode enviar split.',
  },
  invalid_split: {
    status: 422,
    message: 'O campo split deve ser uma lista de objetos com username e percentage ou amount.',
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
  self_split: { status: 422, message: 'O split não pode incluir a própria conta.' },
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
    message: (facts) => facts.reason ?? 'O saldo disponível não cobre o valor do saque e a tarifa.',
  },
  balance_limit_reached: {
    status: 422,
    message: 'A operação faria o saldo de uma conta passar do limite de R$ 90 trilhões.',
  },
  refund_exceeds_payment: {
    status: 422,
    message: 'O valor é maior do que o disponível para devolução neste pagamento.',
  },
  refund_too_late: {
    status: 422,
    message: 'O prazo de 90 dias para devolver este pagamento terminou.',
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
      `Limite de requisições excedido. Tente novamente em ${facts.retryAfterSeconds ?? 1} s.`,
  },
  internal_error: {
    status: 500,
    message: 'Erro interno. Se persistir, informe ao suporte o X-Request-Id desta resposta.',
  },
  provider_unavailable: {
    status: 503,
    message: ({ isBankMissing }) =>
      isBankMissing
        ? 'Sem banco conectado, ainda não é possível cobrar, sacar nem devolver em produção.'
        : 'O provedor bancário não está disponível no momento. Tente novamente em instantes.',
  },
  overloaded: {
    status: 503,
    message: 'O serviço está sobrecarregado ou reiniciando. Tente novamente em instantes.',
  },
  ...linkProblems,
  ...testClockProblems,
  ...panelProblems,
  ...payoutProblems,
  ...webhookTestProblems,
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;

/** A code without English words doesn't compile. */
const inEnglish: Readonly<Record<ProblemCode, Message>> = problemsInEnglish;

/**
 * An expected refusal, thrown or returned. The API answers it with status and text of the table.
 */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    const problem: Problem = problems[code];
    super(inWords(problem.message, facts, 'pt-BR'));
    this.name = 'Refusal';
    this.code = code;
    this.status = problem.status;
    this.facts = facts;
  }

  /** What it says to people, in their language; `message` is Portuguese. */
  messageIn(language: Language): string {
    if (language === 'pt-BR') return this.message;
    return inWords(inEnglish[this.code], this.facts, language);
  }
}
