import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  webhook_exam_required: problem(403, 'after_change', {
    pt:
      'Antes da primeira chave de produção, um webhook seu deve passar no exame de webhook, no ' +
      'ambiente de teste.',
    en:
      'Before the first key of production, one of your webhooks must pass the webhook exam in ' +
      'the test environment.',
    cause: 'Este gateway pede um exame aprovado antes da primeira chave de produção.',
    remedy:
      'Faça o exame em **Webhooks**, no ambiente de teste, e corrija o que o resultado apontar.',
  }),
  log_in_failed: problem(401, 'after_change', {
    pt: 'E-mail ou senha incorretos.',
    en: 'Wrong e-mail or password.',
    cause: 'O e-mail não tem conta, ou a senha é outra. Por segurança a mensagem é a mesma.',
    remedy: 'Confira os dois, ou use **Esqueci a senha**.',
  }),
  log_in_expired: problem(401, 'after_change', {
    pt: 'O tempo para informar o código acabou. Entre novamente.',
    en: 'The time to enter the code is over. Log in again.',
    cause: 'O código do autenticador não foi informado a tempo.',
    remedy: 'Entre de novo com e-mail e senha.',
  }),
  email_not_confirmed: problem(403, 'after_change', {
    pt: 'Confirme seu e-mail pelo link que enviamos antes de entrar.',
    en: 'Confirm your e-mail by the link that we sent before you log in.',
    cause: 'O e-mail da conta ainda não foi confirmado.',
    remedy: 'Abra o link que enviamos; procure também no spam. Entrar de novo envia outro.',
  }),
  invitation_for_other: problem(409, 'after_change', {
    pt: 'Este convite é para outro e-mail. Saia e entre com a conta convidada.',
    en: 'This invitation is for another e-mail. Log out, and log in with the invited account.',
    cause: 'O convite foi enviado a um e-mail que não é o da conta que está aberta.',
    remedy: 'Entre com a conta do e-mail que recebeu o convite.',
  }),
  too_many_merchants: problem(422, 'never', {
    pt: 'Uma conta participa de até 100 lojas. Saia de uma delas antes.',
    en: 'An account can be in up to 100 shops. Leave one of them first.',
    cause: 'A conta já participa de 100 lojas.',
    remedy: 'Saia de uma loja em **Minhas lojas**, ou use outro e-mail.',
  }),
  second_operator_required: problem(403, 'never', {
    pt: 'Quem propôs não pode aprovar: outro operador deve aprovar esta proposta.',
    en: 'The proposer can’t approve: another operator must approve this proposal.',
    cause: 'Quem propõe não aprova, mesmo sendo administrador.',
    remedy: 'Peça a outro operador que abra **Propostas**.',
  }),
  invitation_not_found: problem(404, 'never', {
    pt: 'Este convite já foi aceito ou cancelado.',
    en: 'This invitation was already accepted or canceled.',
    cause: 'O convite foi aceito ou cancelado.',
    remedy: 'Peça outro convite.',
  }),
  member_exists: problem(409, 'never', {
    pt: 'Esta pessoa já está na equipe.',
    en: 'This person is already in the team.',
    cause: 'Esta pessoa já está na equipe.',
    remedy: 'Mude o papel dela, se for o caso.',
  }),
  last_owner: problem(409, 'never', {
    pt: 'A equipe precisa de ao menos um proprietário. Escolha outro antes.',
    en: 'The team needs at least one owner. Choose another one first.',
    cause: 'A equipe ficaria sem proprietário.',
    remedy: 'Dê o papel de proprietário a outra pessoa antes.',
  }),
  last_admin: problem(409, 'never', {
    pt: 'A plataforma precisa de ao menos um administrador. Escolha outro antes.',
    en: 'The platform needs at least one administrator. Choose another one first.',
    cause: 'A plataforma ficaria sem administrador.',
    remedy: 'Dê o papel de administrador a outro operador antes.',
  }),
  too_many_invitations: problem(422, 'never', {
    pt: 'A equipe já tem 50 pessoas e convites, ou enviou 30 convites em 24 horas.',
    en: 'The team already has 50 people and invitations, or sent 30 invitations in 24 hours.',
    cause: 'Há pessoas e convites demais, ou convites demais em 24 horas.',
    remedy: 'Cancele convites que não serão aceitos, ou espere.',
  }),
  second_factor_enabled: problem(409, 'never', {
    pt: 'A verificação em duas etapas já está ativa nesta conta.',
    en: 'Two-step verification is already on for this account.',
    cause: 'A verificação em duas etapas já está ativa.',
    remedy: 'Nada a fazer.',
  }),
  merchant_not_found: problem(404, 'after_change', {
    pt: 'Não existe lojista com este username.',
    en: 'There is no merchant with this username.',
    cause: 'Não há lojista com este username.',
    remedy: 'Confira o username.',
  }),
  kyc_not_found: problem(404, 'never', {
    pt: 'Cadastro não encontrado.',
    en: 'Registration not found.',
    cause: 'Não há cadastro para esta conta.',
    remedy: 'Comece o cadastro no painel.',
  }),
  kyc_closed: problem(409, 'never', {
    pt: 'O cadastro não pode ser alterado agora: está em análise ou já foi decidido.',
    en: 'The registration can’t be changed now: it is in review or was decided.',
    cause: 'O cadastro está em análise ou já foi decidido.',
    remedy: 'Aguarde a decisão; ela chega por e-mail.',
  }),
  document_not_found: problem(404, 'never', {
    pt: 'Documento não encontrado.',
    en: 'Document not found.',
    cause: 'O documento foi apagado ou é de outro cadastro.',
    remedy: 'Envie de novo.',
  }),
  document_too_large: problem(413, 'after_change', {
    pt: 'O arquivo tem mais de 5 MB. Envie um arquivo menor.',
    en: 'The file has more than 5 MB. Send a smaller file.',
    cause: 'O arquivo tem mais de 5 MB.',
    remedy: 'Diminua a foto ou gere um PDF menor.',
  }),
  document_type_invalid: problem(422, 'after_change', {
    pt: 'O arquivo não é um PDF, JPG ou PNG, ou está corrompido.',
    en: 'The file is not a PDF, JPG or PNG, or it is damaged.',
    cause: 'O conteúdo do arquivo não é PDF, JPG ou PNG, ainda que o nome diga.',
    remedy: 'Exporte o arquivo em um desses formatos.',
  }),
  too_many_documents: problem(422, 'never', {
    pt: 'Um cadastro aceita no máximo 10 documentos.',
    en: 'A registration accepts at most 10 documents.',
    cause: 'O cadastro já tem 10 documentos.',
    remedy: 'Apague os que não são precisos.',
  }),
  credential_not_found: problem(404, 'never', {
    pt: 'Credencial não encontrada ou já revogada.',
    en: 'Key not found or already revoked.',
    cause: 'A chave não existe ou foi revogada.',
    remedy: 'Crie outra chave.',
  }),
  key_scopes_invalid: problem(422, 'after_change', {
    pt: 'Escolha ao menos um escopo da lista, como charges:write ou balance:read.',
    en: 'Choose at least one scope of the list, like charges:write or balance:read.',
    cause: 'Nenhum escopo foi escolhido, ou um deles não existe.',
    remedy: 'Escolha da lista de [escopos](../chaves-com-escopo.md#escopos).',
  }),
  key_addresses_invalid: problem(422, 'after_change', {
    pt: 'Informe de 1 a 50 endereços IP ou redes, como 203.0.113.7 ou 203.0.113.0/24.',
    en: 'Enter 1 to 50 IP addresses or networks, like 203.0.113.7 or 203.0.113.0/24.',
    cause: 'Um endereço não é um IP nem uma rede, ou há mais de 50.',
    remedy: 'Escreva como `203.0.113.7` ou `203.0.113.0/24`.',
  }),
  session_not_found: problem(404, 'never', {
    pt: 'Esta sessão já foi encerrada.',
    en: 'This session has already ended.',
    cause: 'A sessão já foi encerrada.',
    remedy: 'Nada a fazer.',
  }),
  name_invalid: problem(422, 'after_change', {
    pt: 'O nome deve ter de 1 a 200 caracteres, todos visíveis.',
    en: 'The name must have 1 to 200 characters, all visible.',
    cause: 'O nome está vazio, é longo demais ou tem sinais invisíveis.',
    remedy: 'Reescreva-o.',
  }),
  username_taken: problem(409, 'after_change', {
    pt: 'Já existe um lojista com este username.',
    en: 'There is already a merchant with this username.',
    cause: 'Outro lojista tem este username.',
    remedy: 'Escolha outro.',
  }),
  username_invalid: problem(422, 'after_change', {
    pt: 'O username deve ter de 3 a 30 caracteres: a-z, 0-9, "_", "." ou "-".',
    en: 'The username must have 3 to 30 characters: a-z, 0-9, "_", "." or "-".',
    cause: 'O username tem um sinal que não é aceito, ou é curto ou longo demais.',
    remedy: 'Use de 3 a 30 letras minúsculas, dígitos, `_`, `.` ou `-`.',
  }),
  username_reserved: problem(422, 'after_change', {
    pt: 'Este username pode ser confundido com o da plataforma. Escolha outro.',
    en: 'This username could be taken for the platform. Choose another one.',
    cause: 'O username parece ser da plataforma.',
    remedy: 'Escolha outro.',
  }),
  email_taken: problem(409, 'after_change', {
    pt: 'Já existe uma conta com este e-mail.',
    en: 'There is already an account with this e-mail.',
    cause: 'Já há uma conta com este e-mail.',
    remedy: 'Entre com ela, ou use outro e-mail.',
  }),
  password_wrong: problem(422, 'after_change', {
    pt: 'Senha atual incorreta.',
    en: 'Wrong current password.',
    cause: 'A senha atual está errada.',
    remedy: 'Confira, ou use **Esqueci a senha**.',
  }),
  password_too_weak: problem(422, 'after_change', {
    pt:
      'Esta senha é fácil de adivinhar: é comum, repetitiva ou parecida com seu e-mail ou nome. ' +
      'Use, por exemplo, quatro palavras sem relação.',
    en:
      'This password is easy to guess: it is common, repetitive or similar to your e-mail or ' +
      'name. Use, for example, four unrelated words.',
    cause: 'A senha seria descoberta depressa.',
    remedy: 'Use quatro palavras sem relação, ou a senha de um gerenciador de senhas.',
  }),
  log_in_code_invalid: problem(422, 'after_change', {
    pt: 'O código não vale: ele venceu, já foi usado ou foi digitado errado.',
    en: 'The code is not valid: it has expired, was used already or was typed wrong.',
    cause: 'O código do `pix login` vale dez minutos e uma vez, ou uma letra está errada.',
    remedy: 'Confira o código no terminal, ou execute `pix login` de novo e digite o novo.',
  }),
  link_invalid: problem(422, 'after_change', {
    pt: 'Este link expirou ou já foi usado. Solicite um novo.',
    en: 'This link expired or was already used. Ask for a new one.',
    cause: 'O link expirou ou já foi usado.',
    remedy: 'Peça outro link.',
  }),
  tax_id_invalid: problem(422, 'after_change', {
    pt: 'Informe um CPF ou CNPJ válido.',
    en: 'Enter a valid CPF or CNPJ.',
    cause: 'Os dígitos verificadores não conferem.',
    remedy: 'Confira o CPF ou CNPJ.',
  }),
  note_not_found: problem(404, 'never', {
    pt: 'Anotação não encontrada.',
    en: 'Note not found.',
    cause: 'Outra pessoa já apagou a anotação.',
    remedy: 'Recarregue a página.',
  }),
  proposal_not_found: problem(404, 'never', {
    pt: 'Proposta não encontrada.',
    en: 'Proposal not found.',
    cause: 'Não há proposta com este identificador.',
    remedy: 'Abra **Propostas**.',
  }),
  proposal_waiting: problem(409, 'never', {
    pt: 'Já existe uma proposta aguardando decisão sobre esta operação.',
    en: 'A proposal about this operation already waits for a decision.',
    cause: 'Já há uma proposta sobre a mesma operação.',
    remedy: 'Decida a que existe antes de propor outra.',
  }),
  proposal_expired: problem(409, 'never', {
    pt: 'Esta proposta expirou: ela vale por 7 dias. Proponha novamente.',
    en: 'This proposal expired: it is valid for 7 days. Propose again.',
    cause: 'Uma proposta vale por 7 dias.',
    remedy: 'Proponha novamente.',
  }),
  proposal_decided: problem(409, 'never', {
    pt: 'Esta proposta já foi aprovada ou rejeitada.',
    en: 'This proposal was already approved or rejected.',
    cause: 'A proposta já foi aprovada ou rejeitada.',
    remedy: 'Veja o resultado dela.',
  }),
  user_not_found: problem(404, 'after_change', {
    pt: 'Usuário do painel não encontrado.',
    en: 'User of the panel not found.',
    cause: 'Não há usuário com este e-mail.',
    remedy: 'Confira o e-mail.',
  }),
  status_change_refused: problem(409, 'never', {
    pt: 'A situação atual do lojista não permite esta alteração.',
    en: 'The current status of the merchant does not allow this change.',
    cause: 'A situação atual do lojista não permite a mudança.',
    remedy: 'Veja a situação na página do lojista.',
  }),
  fee_invalid: problem(422, 'after_change', {
    pt: 'A tarifa deve ser de 0 a 10000 pontos-base e um valor fixo em centavos.',
    en: 'The fee must be 0 to 10000 basis points and a fixed amount in centavos.',
    cause: 'A tarifa está fora dos limites.',
    remedy: 'Informe de 0 a 10000 pontos-base e um valor fixo em centavos.',
  }),
  settlement_invalid: problem(422, 'after_change', {
    pt: 'Os prazos vão de 0 a 365 dias, e a reserva, de 0 a 10000 pontos-base, com dias.',
    en: 'The terms are 0 to 365 days, and the reserve 0 to 10000 basis points, with days.',
    cause: 'O prazo ou a reserva está fora dos limites.',
    remedy: 'Prazos vão de 0 a 365 dias; a reserva, de 0 a 10000 pontos-base, com dias.',
  }),
  rate_limit_invalid: problem(422, 'after_change', {
    pt: 'O limite deve ser um inteiro de 1 a 1000000 requisições por minuto.',
    en: 'The limit must be an integer from 1 to 1000000 requests per minute.',
    cause: 'O limite não é um inteiro de 1 a 1000000.',
    remedy: 'Informe requisições por minuto.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'account.email_change_asked',
    'account.email_confirmed',
    'account.log_in_failed',
    'account.logged_in',
    'account.merchant_chosen',
    'account.opened',
    'account.other_sessions_ended',
    'account.password_changed',
    'account.password_reset',
    'account.recovery_codes_renewed',
    'account.second_factor_disabled',
    'account.second_factor_enabled',
    'account.second_factor_reset',
    'account.session_ended',
    'account.sessions_ended',
    'credential.created',
    'credential.denied',
    'credential.limited',
    'credential.revoked',
    'credential.rights_changed',
    'credential.rotated',
    'credential.split_set',
    'kyc.approved',
    'kyc.rejected',
    'kyc.reopened',
    'kyc.saved',
    'kyc.submitted',
    'kyc_document.added',
    'kyc_document.removed',
    'member.invitation_revoked',
    'member.invited',
    'member.joined',
    'member.left',
    'member.removed',
    'member.role_changed',
    'merchant.address_changed',
    'merchant.approved',
    'merchant.created',
    'merchant.fee_changed',
    'merchant.moved',
    'merchant.note_removed',
    'merchant.noted',
    'merchant.reinstated',
    'merchant.rejected',
    'merchant.resubmitted',
    'merchant.settlement_changed',
    'merchant.suspended',
    'merchant.viewed',
    'operator.created',
    'operator.removed',
    'operator.role_changed',
    'proposal.approved',
    'proposal.made',
    'proposal.rejected',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Merchants, keys, KYC, log-in, teams, operators and proposals. */
export const accountsRoom: Room<typeof codes> = {
  name: 'accounts',
  codes,
  api: async () => (await import('./api.ts')).accountsApi,
  // The documents of the API have the codes of executions; the access rules need none.
  operations: async () => (await import('./operations.ts')).accountsOperations([]),
  work: async () => (await import('./work.ts')).startAccounts,
  commands: [
    [
      'merchant',
      async ({ volumeReads, correctionCommands }) => {
        const [{ addMerchantCommands }, reads, addCorrectionCommands] = await Promise.all([
          import('./commands/merchant-commands.ts'),
          volumeReads(),
          correctionCommands(),
        ]);
        return (program) => addCorrectionCommands(addMerchantCommands(program, reads));
      },
    ],
    [
      'credential',
      async ({ liveKeyCheck }) => {
        const { addCredentialCommands } = await import('./commands/credential-commands.ts');
        const check = await liveKeyCheck();
        return (program) => addCredentialCommands(program, check);
      },
    ],
    ['operator', async () => (await import('./commands/operator-commands.ts')).addOperatorCommands],
    ['user', async () => (await import('./commands/user-commands.ts')).addUserCommands],
  ],
};
