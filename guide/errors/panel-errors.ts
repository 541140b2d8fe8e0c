import { type ErrorHelp, help } from './error-help.ts';

function never(cause: string, remedy: string): ErrorHelp {
  return help('never', cause, remedy);
}

function fix(cause: string, remedy: string): ErrorHelp {
  return help('after_change', cause, remedy);
}

/** The errors that only people in the panel meet. */
export const panelErrors = {
  log_in_failed: fix(
    'O e-mail não tem conta, ou a senha é outra. Por segurança a mensagem é a mesma.',
    'Confira os dois, ou use **Esqueci a senha**.',
  ),
  log_in_expired: fix(
    'O código do autenticador não foi informado a tempo.',
    'Entre de novo com e-mail e senha.',
  ),
  not_logged_in: fix('A sessão terminou ou foi encerrada em outro lugar.', 'Entre no painel.'),
  email_not_confirmed: fix(
    'O e-mail da conta ainda não foi confirmado.',
    'Abra o link que enviamos; procure também no spam. Entrar de novo envia outro.',
  ),
  not_permitted: never(
    'A conta é de lojista e a página é do operador, ou o contrário.',
    'Entre com a conta certa.',
  ),
  role_missing: never(
    'O seu papel na equipe não permite a operação; a mensagem diz quem pode.',
    'Peça a um proprietário: veja [Equipe](../equipe.md).',
  ),
  second_operator_required: never(
    'Quem propõe não aprova, mesmo sendo administrador.',
    'Peça a outro operador que abra **Propostas**.',
  ),
  invitation_not_found: never('O convite foi aceito ou cancelado.', 'Peça outro convite.'),
  member_exists: never('Esta pessoa já está na equipe.', 'Mude o papel dela, se for o caso.'),
  last_owner: never(
    'A equipe ficaria sem proprietário.',
    'Dê o papel de proprietário a outra pessoa antes.',
  ),
  last_admin: never(
    'A plataforma ficaria sem administrador.',
    'Dê o papel de administrador a outro operador antes.',
  ),
  too_many_invitations: never(
    'Há pessoas e convites demais, ou convites demais em 24 horas.',
    'Cancele convites que não serão aceitos, ou espere.',
  ),
  foreign_page: never(
    'A mudança não veio de uma página deste painel: um proxy mudou o endereço, ou outro site tentou usar a sua sessão.',
    'Abra o painel pelo endereço dele. Operador: confira `BASE_URL` e `APP_URL`.',
  ),
  second_factor_required: fix(
    'A operação pede a verificação em duas etapas, e a sua conta não a tem.',
    'Ative-a em **Minha conta**.',
  ),
  second_factor_replaced: fix(
    'A verificação em duas etapas da sua conta foi desativada e ativada de novo há menos de 24 horas.',
    'Espere o prazo que a mensagem diz. Outra pessoa da equipe pode operar enquanto isso. Se a troca não foi sua, crie uma nova senha agora.',
  ),
  second_factor_enabled: never('A verificação em duas etapas já está ativa.', 'Nada a fazer.'),
  second_factor_invalid: fix(
    'O código está errado, já foi usado, ou o relógio do celular está adiantado ou atrasado.',
    'Espere o próximo código. Deixe o celular com a hora automática.',
  ),
  approval_of_own_payout: never(
    'Quem pede um saque não o aprova.',
    'Peça a outra pessoa com o papel Proprietário ou Financeiro.',
  ),
  approval_not_found: never(
    'O saque já foi decidido, ou o prazo de 7 dias terminou.',
    'Consulte a página do saque.',
  ),
  payout_raise_not_found: never(
    'O aumento já vale ou foi cancelado.',
    'Confira os limites na página **Limites de saque**.',
  ),
  payout_limit_above_maximum: fix(
    'A plataforma definiu um máximo menor.',
    'Escolha até o máximo, que a página mostra, ou fale com a plataforma.',
  ),
  transfers_stopped: fix(
    'As saídas da conta estão pausadas, e transferências também saem.',
    'Retome as saídas em **Limites de saque**.',
  ),
  self_transfer: never('A transferência é para a própria conta.', 'Escolha outro lojista.'),
  recipient_not_found: fix(
    'O username não existe, não está ativo ou é a conta de demonstração.',
    'Confira o username com quem vai receber.',
  ),
  merchant_not_found: fix('Não há lojista com este username.', 'Confira o username.'),
  kyc_not_found: never('Não há cadastro para esta conta.', 'Comece o cadastro no painel.'),
  kyc_closed: never(
    'O cadastro está em análise ou já foi decidido.',
    'Aguarde a decisão; ela chega por e-mail.',
  ),
  document_not_found: never('O documento foi apagado ou é de outro cadastro.', 'Envie de novo.'),
  document_too_large: fix('O arquivo tem mais de 5 MB.', 'Diminua a foto ou gere um PDF menor.'),
  document_type_invalid: fix(
    'O conteúdo do arquivo não é PDF, JPG ou PNG, ainda que o nome diga.',
    'Exporte o arquivo em um desses formatos.',
  ),
  logo_invalid: fix(
    'O arquivo não é PNG, JPG ou WebP, passa de 256 KB, ou tem um lado fora de 16 a 2048 pixels.',
    'Exporte o logotipo em um desses formatos, com até 256 KB.',
  ),
  too_many_documents: never('O cadastro já tem 10 documentos.', 'Apague os que não são precisos.'),
  credential_not_found: never('A chave não existe ou foi revogada.', 'Crie outra chave.'),
  key_scopes_invalid: fix(
    'Nenhum escopo foi escolhido, ou um deles não existe.',
    'Escolha da lista de [escopos](../chaves-com-escopo.md#escopos).',
  ),
  key_addresses_invalid: fix(
    'Um endereço não é um IP nem uma rede, ou há mais de 50.',
    'Escreva como `203.0.113.7` ou `203.0.113.0/24`.',
  ),
  delivery_not_found: never(
    'A entrega já foi apagada ou é de outro webhook.',
    'Procure o evento em `GET /v1/events`.',
  ),
  session_not_found: never('A sessão já foi encerrada.', 'Nada a fazer.'),
  username_taken: fix('Outro lojista tem este username.', 'Escolha outro.'),
  username_invalid: fix(
    'O username tem um sinal que não é aceito, ou é curto ou longo demais.',
    'Use de 3 a 30 letras minúsculas, dígitos, `_`, `.` ou `-`.',
  ),
  username_reserved: fix('O username parece ser da plataforma.', 'Escolha outro.'),
  email_taken: fix('Já há uma conta com este e-mail.', 'Entre com ela, ou use outro e-mail.'),
  password_wrong: fix('A senha atual está errada.', 'Confira, ou use **Esqueci a senha**.'),
  password_too_weak: fix(
    'A senha seria descoberta depressa.',
    'Use quatro palavras sem relação, ou a senha de um gerenciador de senhas.',
  ),
  link_invalid: fix('O link expirou ou já foi usado.', 'Peça outro link.'),
  tax_id_invalid: fix('Os dígitos verificadores não conferem.', 'Confira o CPF ou CNPJ.'),
  name_invalid: fix('O nome está vazio, é longo demais ou tem sinais invisíveis.', 'Reescreva-o.'),
} as const satisfies Readonly<Record<string, ErrorHelp>>;

/** The errors that only operators of the platform meet, in the panel or in commands. */
export const operatorErrors = {
  incoming_payment_not_found: never(
    'O recebimento já foi identificado, ou o EndToEndId está errado.',
    'Liste os que esperam em **Recebimentos**, ou com `incoming-payment list`.',
  ),
  held_order_not_found: never(
    'A operação já terminou ou não está retida.',
    'Liste em **Retidos**, ou com `held list`.',
  ),
  work_not_set_aside: never(
    'O trabalho já foi feito, ou outra pessoa já o descartou.',
    'Recarregue a página **Saúde**.',
  ),
  note_not_found: never('Outra pessoa já apagou a anotação.', 'Recarregue a página do lojista.'),
  view_is_read_only: never(
    'Um operador que vê a conta de um lojista não altera nada nela.',
    'Faça a alteração na página do lojista, no painel do operador.',
  ),
  view_ended: never(
    'A visita de 30 minutos terminou, ou outra aba abriu a conta de outro lojista.',
    'Abra a conta de novo na página do lojista.',
  ),
  late_payment_not_found: never(
    'O pagamento depois da falha já foi verificado.',
    'Liste em **Retidos** os que restam.',
  ),
  failed_refund_not_found: never(
    'A devolução que falhou no banco já foi verificada.',
    'Liste em **Conciliação** as que restam.',
  ),
  assignment_not_found: never(
    'O recebimento não está identificado, ou a identificação já foi desfeita.',
    'Confira o recebimento em **Recebimentos**.',
  ),
  hold_not_found: never('O bloqueio já foi encerrado.', 'Confira os bloqueios do lojista.'),
  release_exceeds_hold: fix(
    'O valor é maior do que o bloqueio ainda pede.',
    'Libere até o que resta do bloqueio.',
  ),
  order_not_found: never(
    'Não há saque ou devolução de produção com este identificador.',
    'Confira o identificador; operações de teste não passam por um banco.',
  ),
  order_not_stuck: never(
    'A operação já terminou, foi enviada de novo ou acaba de ser enviada.',
    'Espere o resultado do banco.',
  ),
  end_to_end_id_invalid: fix(
    'O identificador não tem a forma de um EndToEndId (E…) ou rtrId (D…) de 32 caracteres.',
    'Copie-o do comprovante do banco. Para "não paga", deixe vazio.',
  ),
  proposal_not_found: never('Não há proposta com este identificador.', 'Abra **Propostas**.'),
  proposal_waiting: never(
    'Já há uma proposta sobre a mesma operação.',
    'Decida a que existe antes de propor outra.',
  ),
  proposal_expired: never('Uma proposta vale por 7 dias.', 'Proponha novamente.'),
  proposal_decided: never('A proposta já foi aprovada ou rejeitada.', 'Veja o resultado dela.'),
  reconciliation_not_found: never(
    'O dia ainda não foi conciliado.',
    'Espere a conciliação do dia, ou rode `reconcile --day`.',
  ),
  provider_not_configured: never(
    'O gateway não tem banco.',
    'Defina `PROVIDER` e as variáveis do banco, e reinicie.',
  ),
  request_not_found: never(
    'A requisição tem mais de 7 dias ou não foi registrada.',
    'Procure outra requisição em Requisições.',
  ),
  mail_not_found: never('A mensagem já foi apagada.', 'Peça ao usuário que solicite outra.'),
  user_not_found: fix('Não há usuário com este e-mail.', 'Confira o e-mail.'),
  status_change_refused: never(
    'A situação atual do lojista não permite a mudança.',
    'Veja a situação na página do lojista.',
  ),
  fee_invalid: fix(
    'A tarifa está fora dos limites.',
    'Informe de 0 a 10000 pontos-base e um valor fixo em centavos.',
  ),
  settlement_invalid: fix(
    'O prazo ou a reserva está fora dos limites.',
    'Prazos vão de 0 a 365 dias; a reserva, de 0 a 10000 pontos-base, com dias.',
  ),
  rate_limit_invalid: fix(
    'O limite não é um inteiro de 1 a 1000000.',
    'Informe requisições por minuto.',
  ),
  day_invalid: fix('O dia não existe ou ainda não começou.', 'Informe como `2026-11-20`.'),
  key_in_use: never(
    'Valores ainda estão criptografados com a chave antiga.',
    'Execute `encryption rotate` até o fim antes de remover a chave.',
  ),
  key_not_in_file: never(
    'A chave vem do ambiente, não do arquivo.',
    'Remova a antiga de `ENCRYPTION_KEY_PREVIOUS`.',
  ),
  verification_running: help(
    'wait',
    'Outra verificação do livro-razão está em andamento.',
    'Espere que ela termine.',
  ),
  cluster_required: never(
    'Sem um cluster Citus todos os buckets estão no mesmo servidor.',
    'Só mova buckets em um cluster.',
  ),
  bucket_move_refused: fix(
    'O cluster recusou mover o bucket; a mensagem traz o motivo.',
    'Confira os nós do cluster e repita.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
