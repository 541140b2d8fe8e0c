import type { Mail } from '#src/ground/mail/mail.ts';

const PARAGRAPH = '\n\n';

/** Creates the mails about the decision on an application. */
export function createKycMails(appUrl: string) {
  return {
    approved: (recipient: string): Mail => ({
      recipient,
      subject: 'Seu cadastro foi aprovado',
      text: [
        'Analisamos seu cadastro e sua conta foi aprovada.',
        'Você já pode criar chaves de produção e receber por Pix:',
        `${appUrl}/painel`,
      ].join(PARAGRAPH),
    }),
    rejected: (recipient: string, reason: string): Mail => ({
      recipient,
      subject: 'Seu cadastro precisa de ajustes',
      text: [
        'Analisamos seu cadastro e não foi possível aprová-lo. Motivo:',
        reason,
        'Faça as correções e envie o cadastro novamente:',
        `${appUrl}/painel/cadastro`,
      ].join(PARAGRAPH),
    }),
  };
}

export type KycMails = ReturnType<typeof createKycMails>;
