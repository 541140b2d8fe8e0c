import { HOUR_SECONDS } from '../durations.ts';
import type { Problem } from './problem-facts.ts';

/** The refusals that only people at the panel and commands meet. */
export const panelProblems = {
  merchant_not_found: { status: 404, message: 'Não existe lojista com este username.' },
  username_invalid: {
    status: 422,
    message: 'O username deve ter de 3 a 30 caracteres: a-z, 0-9, "_", "." ou "-".',
  },
  username_reserved: {
    status: 422,
    message: 'Este username pode ser confundido com o da plataforma. Escolha outro.',
  },
  cluster_required: {
    status: 409,
    message: 'O banco não é um cluster Citus: todos os buckets estão no mesmo PostgreSQL.',
  },
  bucket_move_refused: {
    status: 409,
    message: (facts) =>
      `O cluster recusou mover o bucket: ${facts.reason ?? 'sem motivo informado'}`,
  },
  username_taken: { status: 409, message: 'Já existe um lojista com este username.' },
  tax_id_invalid: { status: 422, message: 'Informe um CPF ou CNPJ válido.' },
  name_invalid: { status: 422, message: 'O nome deve ter de 1 a 200 caracteres, todos visíveis.' },
  settlement_invalid: {
    status: 422,
    message: 'Os prazos vão de 0 a 365 dias, e a reserva, de 0 a 10000 pontos-base, com dias.',
  },
  fee_invalid: {
    status: 422,
    message: 'A tarifa deve ser de 0 a 10000 pontos-base e um valor fixo em centavos.',
  },
  status_change_refused: {
    status: 409,
    message: 'A situação atual do lojista não permite esta alteração.',
  },
  kyc_not_found: { status: 404, message: 'Cadastro não encontrado.' },
  kyc_closed: {
    status: 409,
    message: 'O cadastro não pode ser alterado agora: está em análise ou já foi decidido.',
  },
  document_not_found: { status: 404, message: 'Documento não encontrado.' },
  document_too_large: {
    status: 413,
    message: 'O arquivo tem mais de 5 MB. Envie um arquivo menor.',
  },
  document_type_invalid: {
    status: 422,
    message: 'O arquivo não é um PDF, JPG ou PNG, ou está corrompido.',
  },
  logo_invalid: {
    status: 422,
    message:
      'O logotipo deve ser um PNG, JPG ou WebP de até 256 KB, com lados de 16 a 2048 pixels.',
  },
  too_many_documents: { status: 422, message: 'Um cadastro aceita no máximo 10 documentos.' },
  credential_not_found: { status: 404, message: 'Credencial não encontrada ou já revogada.' },
  key_scopes_invalid: {
    status: 422,
    message: 'Escolha ao menos um escopo da lista, como charges:write ou balance:read.',
  },
  key_addresses_invalid: {
    status: 422,
    message: 'Informe de 1 a 50 endereços IP ou redes, como 203.0.113.7 ou 203.0.113.0/24.',
  },
  rate_limit_invalid: {
    status: 422,
    message: 'O limite deve ser um inteiro de 1 a 1000000 requisições por minuto.',
  },
  webhook_not_found: { status: 404, message: 'Webhook não encontrado.' },
  webhook_events_invalid: { status: 422, message: 'Escolha ao menos um evento para o webhook.' },
  too_many_webhooks: { status: 422, message: 'Um ambiente pode ter no máximo 20 webhooks.' },
  request_not_found: { status: 404, message: 'Requisição não encontrada.' },
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
  payout_limit_above_maximum: {
    status: 422,
    message: 'Um dos limites é maior do que o máximo definido pela plataforma.',
  },
  payout_raise_not_found: {
    status: 404,
    message: 'Não há aumento de limites aguardando: já vale ou foi cancelado.',
  },
  approval_not_found: {
    status: 404,
    message: 'Não há um saque aguardando aprovação com este identificador.',
  },
  approval_of_own_payout: {
    status: 403,
    message: 'Outra pessoa da equipe precisa aprovar um saque que você pediu.',
  },
  transfers_stopped: {
    status: 409,
    message: 'As saídas desta conta estão pausadas: retome-as antes de transferir.',
  },
  log_in_failed: { status: 401, message: 'E-mail ou senha incorretos.' },
  log_in_expired: {
    status: 401,
    message: 'O tempo para informar o código acabou. Entre novamente.',
  },
  email_not_confirmed: {
    status: 403,
    message: 'Confirme seu e-mail pelo link que enviamos antes de entrar.',
  },
  email_taken: { status: 409, message: 'Já existe uma conta com este e-mail.' },
  password_wrong: { status: 422, message: 'Senha atual incorreta.' },
  password_too_weak: {
    status: 422,
    message:
      'Esta senha é fácil de adivinhar: é comum, repetitiva ou parecida com seu e-mail ou nome. ' +
      'Use, por exemplo, quatro palavras sem relação.',
  },
  link_invalid: { status: 422, message: 'Este link expirou ou já foi usado. Solicite um novo.' },
  session_not_found: { status: 404, message: 'Esta sessão já foi encerrada.' },
  member_exists: { status: 409, message: 'Esta pessoa já está na equipe.' },
  last_owner: {
    status: 409,
    message: 'A equipe precisa de ao menos um proprietário. Escolha outro antes.',
  },
  last_admin: {
    status: 409,
    message: 'A plataforma precisa de ao menos um administrador. Escolha outro antes.',
  },
  invitation_not_found: { status: 404, message: 'Este convite já foi aceito ou cancelado.' },
  too_many_invitations: {
    status: 422,
    message: 'A equipe já tem 50 pessoas e convites, ou enviou 30 convites em 24 horas.',
  },
  user_not_found: { status: 404, message: 'Usuário do painel não encontrado.' },
  not_logged_in: { status: 401, message: 'Entre no painel para continuar.' },
  not_permitted: { status: 403, message: 'Sua conta não tem acesso a esta parte do painel.' },
  role_missing: {
    status: 403,
    message: ({ roles = [] }) =>
      roles.length === 0
        ? 'Nenhum papel permite esta operação no painel.'
        : `Seu papel não permite esta operação. Quem pode: ${roles.join(', ')}.`,
  },
  foreign_page: { status: 403, message: 'A requisição não veio de uma página deste painel.' },
  second_factor_required: {
    status: 403,
    message: 'Ative a verificação em duas etapas para fazer esta operação.',
  },
  second_factor_replaced: {
    status: 403,
    message: ({ retryAfterSeconds = 0 }) =>
      'Sua verificação em duas etapas foi trocada. Por segurança, operações de produção só são ' +
      `aceitas 24 horas depois da troca: faltam ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h.`,
  },
  second_factor_enabled: {
    status: 409,
    message: 'A verificação em duas etapas já está ativa nesta conta.',
  },
  second_factor_invalid: {
    status: 422,
    message: 'Código de verificação em duas etapas incorreto ou já usado.',
  },
  proposal_not_found: { status: 404, message: 'Proposta não encontrada.' },
  proposal_decided: { status: 409, message: 'Esta proposta já foi aprovada ou rejeitada.' },
  proposal_expired: {
    status: 409,
    message: 'Esta proposta expirou: ela vale por 7 dias. Proponha novamente.',
  },
  proposal_waiting: {
    status: 409,
    message: 'Já existe uma proposta aguardando decisão sobre esta operação.',
  },
  second_operator_required: {
    status: 403,
    message: 'Quem propôs não pode aprovar: outro operador deve aprovar esta proposta.',
  },
  failed_refund_not_found: {
    status: 404,
    message: 'Não há uma devolução que falhou no banco a verificar com este identificador.',
  },
  order_not_found: { status: 404, message: 'Saque ou devolução de produção não encontrado.' },
  order_not_stuck: {
    status: 409,
    message:
      'Esta operação não está parada no banco: ela já terminou, foi enviada de novo ou acaba de ' +
      'ser enviada.',
  },
  end_to_end_id_invalid: {
    status: 422,
    message:
      'Informe o identificador do Pix no banco: EndToEndId de um saque pago (E…) ou rtrId de ' +
      'uma devolução feita (D…), com 32 caracteres. Para "não paga", deixe vazio.',
  },
  hold_not_found: { status: 404, message: 'Não existe bloqueio aberto com este identificador.' },
  release_exceeds_hold: {
    status: 422,
    message: 'O valor é maior do que o bloqueio ainda pede.',
  },
  assignment_not_found: {
    status: 404,
    message: 'Este recebimento não está identificado, ou a identificação já foi desfeita.',
  },
  reconciliation_not_found: { status: 404, message: 'Este dia ainda não foi conciliado.' },
  provider_not_configured: {
    status: 409,
    message: 'Nenhum banco está configurado neste gateway (PROVIDER).',
  },
  day_invalid: { status: 422, message: 'Informe um dia que já começou, como 2026-11-20.' },
  work_not_set_aside: {
    status: 404,
    message: 'Este trabalho não está separado por falha, ou já foi descartado.',
  },
  note_not_found: { status: 404, message: 'Anotação não encontrada.' },
  view_is_read_only: {
    status: 403,
    message: 'Você vê a conta do lojista sem poder alterar nada.',
  },
  view_ended: {
    status: 403,
    message: 'Você já não vê esta conta: abra-a de novo na página do lojista.',
  },
} as const satisfies Record<string, Problem>;
