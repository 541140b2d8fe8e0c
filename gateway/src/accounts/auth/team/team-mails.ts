import {
  MEMBER_ROLE_NAMES,
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

Para aceitar, acesse o link abaixo e escolha uma senha.
Ele vale por 7 dias e só pode ser usado uma vez:

${appUrl}/convite#${token}

Se você não conhece ${merchant}, ignore este e-mail.
`,
  };
}

export function roleChangedMail(merchant: string, role: MemberRole): Message {
  return {
    subject: `Seu papel na equipe de ${merchant} mudou`,
    text: `Seu papel na equipe de ${merchant} agora é ${MEMBER_ROLE_NAMES[role]}.
`,
  };
}

export function removedMail(merchant: string): Message {
  return {
    subject: `Seu acesso à equipe de ${merchant} foi removido`,
    text: `Seu acesso à equipe de ${merchant} foi removido, e suas sessões foram encerradas.
`,
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
