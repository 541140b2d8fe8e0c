import {
  MEMBER_ROLE_NAMES,
  type MemberRole,
  OPERATOR_ROLE_NAMES,
  type OperatorRole,
} from '#src/ground/access/roles.ts';
import type { Mail } from '#src/ground/mail/mail.ts';

/**
 * Creates the mails about teams. The token of an invitation follows a `#`: browsers don't send that
 * part, so no server or proxy logs it.
 */
export function createTeamMails(appUrl: string) {
  return { ...memberMails(appUrl), ...noticeMails(appUrl) };
}

function memberMails(appUrl: string) {
  return {
    invitation: (
      recipient: string,
      { merchant, role, token }: { merchant: string; role: MemberRole; token: string },
    ): Mail => ({
      recipient,
      subject: `Convite para a equipe de ${merchant}`,
      text: `Você foi convidado para a equipe de ${merchant} no painel.
Seu papel: ${MEMBER_ROLE_NAMES[role]}.

Para aceitar, acesse o link abaixo e escolha uma senha.
Ele vale por 7 dias e só pode ser usado uma vez:

${appUrl}/convite#${token}

Se você não conhece ${merchant}, ignore este e-mail.
`,
    }),
    roleChanged: (recipient: string, merchant: string, role: MemberRole): Mail => ({
      recipient,
      subject: `Seu papel na equipe de ${merchant} mudou`,
      text: `Seu papel na equipe de ${merchant} agora é ${MEMBER_ROLE_NAMES[role]}.
`,
    }),
    removed: (recipient: string, merchant: string): Mail => ({
      recipient,
      subject: `Seu acesso à equipe de ${merchant} foi removido`,
      text: `Seu acesso à equipe de ${merchant} foi removido, e suas sessões foram encerradas.
`,
    }),
  };
}

function noticeMails(appUrl: string) {
  return {
    joined: (
      recipient: string,
      { merchant, email, role }: { merchant: string; email: string; role: MemberRole },
    ): Mail => ({
      recipient,
      subject: `${email} entrou na equipe de ${merchant}`,
      text: `${email} aceitou o convite e agora está na equipe de ${merchant},
com o papel ${MEMBER_ROLE_NAMES[role]}.

Se não era para ser assim, remova o acesso em ${appUrl}/painel/equipe.
`,
    }),
    operatorCreated: (recipient: string, role: OperatorRole): Mail => ({
      recipient,
      subject: 'Seu acesso de operador',
      text: `Você agora é operador do gateway, com o papel ${OPERATOR_ROLE_NAMES[role]}.

Crie sua senha em ${appUrl}/esqueci-a-senha e, depois de entrar,
ative a verificação em duas etapas.
`,
    }),
  };
}

export type TeamMails = ReturnType<typeof createTeamMails>;
