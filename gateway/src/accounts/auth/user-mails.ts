import type { Mail } from '#src/ground/mail/mail.ts';

const FOOTER = '\n\nSe não foi você, ignore este e-mail: nada será alterado.\n';

/**
 * Creates the mails about a user's log-in. The tokens of links follow a `#`: browsers don't send
 * that part, so no server or proxy logs it.
 */
export function createUserMails(appUrl: string) {
  return { ...linkMails(appUrl), ...noticeMails(appUrl) };
}

/** Mails with a link that the user opens. */
function linkMails(appUrl: string) {
  return {
    confirmEmail: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Confirme seu e-mail',
      text: `Para ativar seu acesso ao painel, confirme seu e-mail. O link vale por 24 horas:

${appUrl}/confirmar-email#${token}${FOOTER}`,
    }),
    alreadyRegistered: (recipient: string): Mail => ({
      recipient,
      subject: 'Você já tem uma conta',
      text: `Recebemos um pedido de cadastro com este e-mail, mas ele já tem uma conta.

Acesse sua conta em ${appUrl}/entrar. Se esqueceu a senha, crie uma nova em:

${appUrl}/esqueci-a-senha${FOOTER}`,
    }),
    resetPassword: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Crie uma nova senha',
      text: `Para criar uma nova senha, acesse o link abaixo.
Ele vale por 1 hora e só pode ser usado uma vez:

${appUrl}/nova-senha#${token}${FOOTER}`,
    }),
    confirmEmailChange: (recipient: string, newEmail: string, token: string): Mail => ({
      recipient,
      subject: 'Autorize a alteração do seu e-mail',
      text: `Recebemos um pedido para alterar o e-mail da sua conta para ${newEmail}.

Para autorizar, acesse o link abaixo. Ele vale por 24 horas:

${appUrl}/confirmar-email#${token}

Se não foi você, não acesse o link e altere sua senha.
`,
    }),
  };
}

/** Mails about a change that was made. */
function noticeMails(appUrl: string) {
  const resetNow = `crie uma nova senha agora em ${appUrl}/esqueci-a-senha`;
  return {
    passwordChanged: (recipient: string): Mail => ({
      recipient,
      subject: 'Sua senha foi alterada',
      text: `A senha da sua conta foi alterada e as outras sessões foram encerradas.

Se não foi você, ${resetNow}.
`,
    }),
    /** To the user and to the owners of the merchant. */
    secondFactorReplaced: (recipient: string, { email }: { readonly email: string }): Mail => ({
      recipient,
      subject: 'Verificação em duas etapas trocada',
      text: `A verificação em duas etapas de ${email} foi desativada e ativada de novo.
Por segurança, esse acesso só movimenta dinheiro de produção daqui a 24 horas.

Se você não reconhece a troca, pare os saques no painel e fale com o suporte. Se a conta é
sua, ${resetNow}.
`,
    }),
    secondFactorChanged: (recipient: string, isEnabled: boolean): Mail => {
      const state = isEnabled ? 'ativada' : 'desativada';
      return {
        recipient,
        subject: `Verificação em duas etapas ${state}`,
        text: `A verificação em duas etapas da sua conta foi ${state}.

Se não foi você, ${resetNow} e fale com o suporte.
`,
      };
    },
  };
}

export type UserMails = ReturnType<typeof createUserMails>;
