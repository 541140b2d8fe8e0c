import type { Mail } from '#src/mail/mail.ts';

const FOOTER = '\n\nSe não foi você, ignore esta mensagem: nada muda.\n';

/**
 * What an account is told by mail. Tokens stand behind a `#`, which a browser keeps to itself: they
 * appear in no log of a server or proxy.
 */
export function accountMails(appUrl: string) {
  const asksForPassword = `peça uma nova senha agora em ${appUrl}/esqueci-a-senha`;
  return {
    confirmEmail: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Confirme seu e-mail',
      text: `Para ativar seu acesso ao painel, confirme seu e-mail (o link vale 24 horas):

${appUrl}/confirmar-email#${token}${FOOTER}`,
    }),
    alreadyRegistered: (recipient: string): Mail => ({
      recipient,
      subject: 'Você já tem uma conta',
      text: `Alguém, talvez você, tentou abrir uma conta com este e-mail, que já tem uma.

Entre em ${appUrl}/entrar ou, se esqueceu a senha, peça uma nova em:

${appUrl}/esqueci-a-senha${FOOTER}`,
    }),
    resetPassword: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Crie uma nova senha',
      text: `Para criar uma nova senha, abra (o link vale 1 hora e só funciona uma vez):

${appUrl}/nova-senha#${token}${FOOTER}`,
    }),
    confirmEmailChange: (recipient: string, newEmail: string, token: string): Mail => ({
      recipient,
      subject: 'Autorize a troca do seu e-mail',
      text: `Pediram para trocar o e-mail da sua conta para ${newEmail}.

Para autorizar, abra (o link vale 24 horas):

${appUrl}/confirmar-email#${token}

Se não foi você, não abra o link e troque sua senha.
`,
    }),
    passwordChanged: (recipient: string): Mail => ({
      recipient,
      subject: 'Sua senha foi trocada',
      text: `A senha da sua conta foi trocada e as outras sessões foram encerradas.

Se não foi você, ${asksForPassword}.
`,
    }),
    secondFactorChanged: (recipient: string, isEnabled: boolean): Mail => {
      const state = isEnabled ? 'ativada' : 'desativada';
      return {
        recipient,
        subject: `Verificação em duas etapas ${state}`,
        text: `A verificação em duas etapas da sua conta foi ${state}.

Se não foi você, ${asksForPassword} e fale com o suporte.
`,
      };
    },
  };
}

export type AccountMails = ReturnType<typeof accountMails>;
