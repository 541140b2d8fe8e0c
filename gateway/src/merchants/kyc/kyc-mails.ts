import type { Mail } from '#src/mail/mail.ts';

const PARAGRAPH = '\n\n';

/** What a merchant is told by mail about its application. */
export function createKycMails(appUrl: string) {
  return {
    approved: (recipient: string): Mail => ({
      recipient,
      subject: 'Seu cadastro foi aprovado',
      text: [
        'Boa notícia: conferimos seus dados e sua conta está aprovada.',
        'Você já pode criar chaves de produção e receber por Pix:',
        `${appUrl}/painel`,
      ].join(PARAGRAPH),
    }),
    rejected: (recipient: string, reason: string): Mail => ({
      recipient,
      subject: 'Seu cadastro precisa de ajustes',
      text: [
        'Conferimos seu cadastro e ainda não pudemos aprová-lo. O motivo:',
        reason,
        'Corrija o que for preciso e envie de novo:',
        `${appUrl}/painel/cadastro`,
      ].join(PARAGRAPH),
    }),
  };
}

export type KycMails = ReturnType<typeof createKycMails>;
