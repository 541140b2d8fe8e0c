import type { Mail } from '#src/mail/mail.ts';

const FOOTER = '\n\nSe não foi você, ignore esta mensagem: nada muda.\n';

/**
 * What an account is told by mail. Tokens stand behind a `#`, which a browser keeps to itself: they
 * appear in no log of a server or proxy.
 */
export function accountMails(appUrl: string) {
  return {
    confirmEmail: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Confirme seu e-mail',
      text: `Para ativar seu acesso ao painel, confirme seu e-mail (o link vale 24 horas):\n\n${appUrl}/confirmar-email#${token}${FOOTER}`,
    }),
    alreadyRegistered: (recipient: string): Mail => ({
      recipient,
      subject: 'Você já tem uma conta',
      text: `Alguém, talvez você, tentou abrir uma conta com este e-mail, que já tem uma.\n\nEntre em ${appUrl}/entrar ou, se esqueceu a senha, peça uma nova em ${appUrl}/esqueci-a-senha.${FOOTER}`,
    }),
    resetPassword: (recipient: string, token: string): Mail => ({
      recipient,
      subject: 'Crie uma nova senha',
      text: `Para criar uma nova senha, abra (o link vale 1 hora e só funciona uma vez):\n\n${appUrl}/nova-senha#${token}${FOOTER}`,
    }),
    confirmEmailChange: (recipient: string, newEmail: string, token: string): Mail => ({
      recipient,
      subject: 'Autorize a troca do seu e-mail',
      text: `Pediram para trocar o e-mail da sua conta para ${newEmail}. Para autorizar, abra (o link vale 24 horas):\n\n${appUrl}/confirmar-email#${token}\n\nSe não foi você, não abra o link e troque sua senha.\n`,
    }),
    passwordChanged: (recipient: string): Mail => ({
      recipient,
      subject: 'Sua senha foi trocada',
      text: `A senha da sua conta foi trocada e as outras sessões foram encerradas.\n\nSe não foi você, peça uma nova senha agora em ${appUrl}/esqueci-a-senha.\n`,
    }),
    secondFactorChanged: (recipient: string, isEnabled: boolean): Mail => ({
      recipient,
      subject: `Verificação em duas etapas ${isEnabled ? 'ativada' : 'desativada'}`,
      text: `A verificação em duas etapas da sua conta foi ${isEnabled ? 'ativada' : 'desativada'}.\n\nSe não foi você, troque sua senha agora em ${appUrl}/esqueci-a-senha e fale com o suporte.\n`,
    }),
  };
}

export type AccountMails = ReturnType<typeof accountMails>;
