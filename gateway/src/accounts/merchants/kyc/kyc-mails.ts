import type { Message } from '#src/ground/mail/mailer.ts';

const PARAGRAPH = '\n\n';

export function approvedMail(appUrl: string): Message {
  return {
    subject: 'Seu cadastro foi aprovado',
    text: [
      'Analisamos seu cadastro e sua conta foi aprovada.',
      'Você já pode criar chaves de produção e receber por Pix:',
      `${appUrl}/painel`,
    ].join(PARAGRAPH),
    en: {
      subject: 'Your registration was approved',
      text: [
        'We reviewed your registration and approved your account.',
        'You can now create production keys and receive by Pix:',
        `${appUrl}/painel`,
      ].join(PARAGRAPH),
    },
  };
}

export function rejectedMail(appUrl: string, reason: string): Message {
  return {
    subject: 'Seu cadastro precisa de ajustes',
    text: [
      'Analisamos seu cadastro e não foi possível aprová-lo. Motivo:',
      reason,
      'Faça as correções e envie o cadastro novamente:',
      `${appUrl}/painel/cadastro`,
    ].join(PARAGRAPH),
    en: {
      subject: 'Your registration needs corrections',
      text: [
        'We reviewed your registration and could not approve it. Reason:',
        reason,
        'Correct it and send it again:',
        `${appUrl}/painel/cadastro`,
      ].join(PARAGRAPH),
    },
  };
}
