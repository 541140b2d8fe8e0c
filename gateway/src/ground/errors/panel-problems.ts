import { HOUR_SECONDS } from '../durations.ts';
import { problem } from './problem.ts';

/** The errors that only people in the panel meet. */
export const panelProblems = {
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
  not_logged_in: problem(401, 'after_change', {
    pt: 'Entre no painel para continuar.',
    en: 'Log in to the panel to continue.',
    cause: 'A sessão terminou ou foi encerrada em outro lugar.',
    remedy: 'Entre no painel.',
  }),
  email_not_confirmed: problem(403, 'after_change', {
    pt: 'Confirme seu e-mail pelo link que enviamos antes de entrar.',
    en: 'Confirm your e-mail by the link that we sent before you log in.',
    cause: 'O e-mail da conta ainda não foi confirmado.',
    remedy: 'Abra o link que enviamos; procure também no spam. Entrar de novo envia outro.',
  }),
  mail_not_configured: problem(409, 'never', {
    pt: 'Esta plataforma não envia e-mails a pagadores: o operador não configurou um servidor.',
    en: 'This platform sends no e-mails to payers: its operator has not set up a mail server.',
    cause: 'O gateway não tem servidor de e-mail (`SMTP_URL`).',
    remedy: 'Fale com o suporte da plataforma.',
  }),
  not_permitted: problem(403, 'never', {
    pt: 'Sua conta não tem acesso a esta parte do painel.',
    en: 'Your account has no access to this part of the panel.',
    cause: 'A conta é de lojista e a página é do operador, ou o contrário.',
    remedy: 'Entre com a conta certa.',
  }),
  role_missing: problem(403, 'never', {
    pt: ({ roles = [] }) =>
      roles.length === 0
        ? 'Nenhum papel permite esta operação no painel.'
        : `Seu papel não permite esta operação. Quem pode: ${roles.join(', ')}.`,
    en: ({ roles = [] }) =>
      roles.length === 0
        ? 'No role may do this operation in the panel.'
        : `Your role may not do this operation. Who may: ${roles.join(', ')}.`,
    example: { roles: [{ 'pt-BR': 'Proprietário', en: 'Owner' }] },
    cause: 'O seu papel na equipe não permite a operação; a mensagem diz quem pode.',
    remedy: 'Peça a um proprietário: veja [Equipe](../equipe.md).',
  }),
  merchant_switched: problem(409, 'after_change', {
    pt: 'Esta página é de outra loja: a loja foi trocada em outra aba. Recarregue a página.',
    en: 'This page is of another shop: the shop was switched in another tab. Reload the page.',
    cause: 'A sessão agora é de outra loja da mesma pessoa. Nada foi feito em nenhuma das duas.',
    remedy: 'Recarregue a página, ou volte para a loja dela em **Trocar de loja**.',
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
  foreign_page: problem(403, 'never', {
    pt: 'A requisição não veio de uma página deste painel.',
    en: 'The request did not come from a page of this panel.',
    cause:
      'A mudança não veio de uma página deste painel: um proxy mudou o endereço, ou outro site ' +
      'tentou usar a sua sessão.',
    remedy: 'Abra o painel pelo endereço dele. Operador: confira `BASE_URL` e `APP_URL`.',
  }),
  second_factor_required: problem(403, 'after_change', {
    pt: 'Ative a verificação em duas etapas para fazer esta operação.',
    en: 'Turn on two-step verification to do this operation.',
    cause: 'A operação pede a verificação em duas etapas, e a sua conta não a tem.',
    remedy: 'Ative-a em **Minha conta**.',
  }),
  second_factor_replaced: problem(403, 'after_change', {
    pt: ({ retryAfterSeconds = 0 }) =>
      'Sua verificação em duas etapas foi trocada. Por segurança, operações de produção só são ' +
      `aceitas 24 horas depois da troca: faltam ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h.`,
    en: ({ retryAfterSeconds = 0 }) =>
      'Your two-step verification was replaced. For your safety, operations in production are ' +
      `only accepted 24 hours after that: ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h left.`,
    example: { retryAfterSeconds: 24 * HOUR_SECONDS },
    cause:
      'A verificação em duas etapas da sua conta foi desativada e ativada de novo há menos de 24 ' +
      'horas.',
    remedy:
      'Espere o prazo que a mensagem diz. Outra pessoa da equipe pode operar enquanto isso. Se a ' +
      'troca não foi sua, crie uma nova senha agora.',
  }),
  second_factor_enabled: problem(409, 'never', {
    pt: 'A verificação em duas etapas já está ativa nesta conta.',
    en: 'Two-step verification is already on for this account.',
    cause: 'A verificação em duas etapas já está ativa.',
    remedy: 'Nada a fazer.',
  }),
  second_factor_invalid: problem(422, 'after_change', {
    pt: 'Código de verificação em duas etapas incorreto ou já usado.',
    en: 'Wrong or already used code of two-step verification.',
    cause:
      'O código está errado, já foi usado, ou o relógio do celular está adiantado ou atrasado.',
    remedy: 'Espere o próximo código. Deixe o celular com a hora automática.',
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
  logo_invalid: problem(422, 'after_change', {
    pt: 'O logotipo deve ser um PNG, JPG ou WebP de até 256 KB, com lados de 16 a 2048 pixels.',
    en: 'The logo must be a PNG, JPG or WebP of up to 256 KB, with sides of 16 to 2048 pixels.',
    cause:
      'O arquivo não é PNG, JPG ou WebP, passa de 256 KB, ou tem um lado fora de 16 a 2048 pixels.',
    remedy: 'Exporte o logotipo em um desses formatos, com até 256 KB.',
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
  name_invalid: problem(422, 'after_change', {
    pt: 'O nome deve ter de 1 a 200 caracteres, todos visíveis.',
    en: 'The name must have 1 to 200 characters, all visible.',
    cause: 'O nome está vazio, é longo demais ou tem sinais invisíveis.',
    remedy: 'Reescreva-o.',
  }),
};
