import {
  MEMBER_ROLE_NAMES,
  MEMBER_ROLES_IN_ENGLISH,
  type MemberRole,
  OPERATOR_ROLE_NAMES,
  type OperatorRole,
} from '#src/ground/access/roles.ts';
import type { Message } from '#src/ground/mail/mailer.ts';

/** The token follows a `#`: browsers don't send that part, so no server or proxy logs it. */
export function invitationMail(
  appUrl: string,
  { merchant, role, token }: { merchant: string; role: MemberRole; token: string },
): Message {
  return {
    subject: `Convite para a equipe de ${merchant}`,
    text: `Você foi convidado para a equipe de ${merchant} no painel.
Seu papel: ${MEMBER_ROLE_NAMES[role]}.

Para aceitar, acesse o link abaixo. Se este e-mail já tem uma conta, entre com ela;
se não tem, escolha uma senha. O link vale por 7 dias e só pode ser usado uma vez:

${appUrl}/convite#${token}

Se você não conhece ${merchant}, ignore este e-mail.
`,
    en: {
      subject: `Invitation to the team of ${merchant}`,
      text: `You were invited to the team of ${merchant} in the panel.
Your role: ${MEMBER_ROLES_IN_ENGLISH[role]}.

To accept, open the link below. If this e-mail has an account, log in with it;
if not, choose a password. The link is valid for 7 days and can be used once:

${appUrl}/convite#${token}

If you don't know ${merchant}, ignore this e-mail.
`,
    },
  };
}

export function roleChangedMail(merchant: string, role: MemberRole): Message {
  return {
    subject: `Seu papel na equipe de ${merchant} mudou`,
    text: `Seu papel na equipe de ${merchant} agora é ${MEMBER_ROLE_NAMES[role]}.
`,
    en: {
      subject: `Your role in the team of ${merchant} changed`,
      text: `Your role in the team of ${merchant} is now ${MEMBER_ROLES_IN_ENGLISH[role]}.
`,
    },
  };
}

export function removedMail(merchant: string): Message {
  return {
    subject: `Seu acesso à equipe de ${merchant} foi removido`,
    text: `Seu acesso à equipe de ${merchant} foi removido.
Você não vê mais esta loja no painel.
`,
    en: {
      subject: `Your access to the team of ${merchant} was removed`,
      text: `Your access to the team of ${merchant} was removed.
You no longer see this shop in the panel.
`,
    },
  };
}

export function leftMail({ merchant, email }: { merchant: string; email: string }): Message {
  return {
    subject: `${email} saiu da equipe de ${merchant}`,
    text: `${email} saiu da equipe de ${merchant} e não tem mais acesso à conta.
`,
    en: {
      subject: `${email} left the team of ${merchant}`,
      text: `${email} left the team of ${merchant} and has no access to the account any more.
`,
    },
  };
}

export function joinedMail(
  appUrl: string,
  { merchant, email, role }: { merchant: string; email: string; role: MemberRole },
): Message {
  return {
    subject: `${email} entrou na equipe de ${merchant}`,
    text: `${email} aceitou o convite e agora está na equipe de ${merchant},
com o papel ${MEMBER_ROLE_NAMES[role]}.

Se não era para ser assim, remova o acesso em ${appUrl}/painel/equipe.
`,
    en: {
      subject: `${email} joined the team of ${merchant}`,
      text: `${email} accepted the invitation and is now in the team of ${merchant},
with the role ${MEMBER_ROLES_IN_ENGLISH[role]}.

If this is not right, remove the access at ${appUrl}/painel/equipe.
`,
    },
  };
}

export function operatorCreatedMail(appUrl: string, role: OperatorRole): Message {
  return {
    subject: 'Seu acesso de operador',
    text: `Você agora é operador do gateway, com o papel ${OPERATOR_ROLE_NAMES[role]}.

Crie sua senha em ${appUrl}/esqueci-a-senha e, depois de entrar,
ative a verificação em duas etapas.
`,
  };
}
