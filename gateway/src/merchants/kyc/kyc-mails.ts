import type { Mail } from '#src/mail/mail.ts';

/** What a merchant is told by mail about its application. */
export function createKycMails(appUrl: string) {
  return {
    approved: (recipient: string): Mail => ({
      recipient,
      subject: 'Seu cadastro foi aprovado',
      text: `Boa notícia: conferimos seus dados e sua conta está aprovada. Você já pode criar chaves de produção e receber por Pix:\n\n${appUrl}/painel\n`,
    }),
    rejected: (recipient: string, reason: string): Mail => ({
      recipient,
      subject: 'Seu cadastro precisa de ajustes',
      text: `Conferimos seu cadastro e ainda não pudemos aprová-lo. O motivo:\n\n${reason}\n\nCorrija o que for preciso e envie de novo:\n\n${appUrl}/painel/cadastro\n`,
    }),
  };
}

export type KycMails = ReturnType<typeof createKycMails>;
