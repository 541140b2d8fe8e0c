import type { Message } from '#src/ground/mail/mailer.ts';

// The tokens of links follow a `#`: browsers don't send that part, so no server or proxy logs it.

const FOOTER = '\n\nSe não foi você, ignore este e-mail: nada será alterado.\n';
const ENGLISH_FOOTER = '\n\nIf it was not you, ignore this e-mail: nothing will change.\n';

export function confirmEmailMail(appUrl: string, token: string): Message {
  return {
    subject: 'Confirme seu e-mail',
    text: `Para ativar seu acesso ao painel, confirme seu e-mail. O link vale por 24 horas:

${appUrl}/confirmar-email#${token}${FOOTER}`,
    en: {
      subject: 'Confirm your e-mail',
      text: `To activate your access to the panel, confirm your e-mail.
The link is valid for 24 hours:

${appUrl}/confirmar-email#${token}${ENGLISH_FOOTER}`,
    },
  };
}

export function alreadyRegisteredMail(appUrl: string): Message {
  return {
    subject: 'Você já tem uma conta',
    text: `Recebemos um pedido de cadastro com este e-mail, mas ele já tem uma conta.

Acesse sua conta em ${appUrl}/entrar. Se esqueceu a senha, crie uma nova em:

${appUrl}/esqueci-a-senha${FOOTER}`,
    en: {
      subject: 'You already have an account',
      text: `We received a sign-up with this e-mail, but it already has an account.

Log in at ${appUrl}/entrar. If you forgot your password, create a new one at:

${appUrl}/esqueci-a-senha${ENGLISH_FOOTER}`,
    },
  };
}

export function resetPasswordMail(appUrl: string, token: string): Message {
  return {
    subject: 'Crie uma nova senha',
    text: `Para criar uma nova senha, acesse o link abaixo.
Ele vale por 1 hora e só pode ser usado uma vez:

${appUrl}/nova-senha#${token}${FOOTER}`,
    en: {
      subject: 'Create a new password',
      text: `To create a new password, open the link below.
It is valid for 1 hour and can be used once:

${appUrl}/nova-senha#${token}${ENGLISH_FOOTER}`,
    },
  };
}

export function confirmEmailChangeMail(appUrl: string, newEmail: string, token: string): Message {
  return {
    subject: 'Autorize a alteração do seu e-mail',
    text: `Recebemos um pedido para alterar o e-mail da sua conta para ${newEmail}.

Para autorizar, acesse o link abaixo. Ele vale por 24 horas:

${appUrl}/confirmar-email#${token}

Se não foi você, não acesse o link e altere sua senha.
`,
    en: {
      subject: 'Allow the change of your e-mail',
      text: `We received a request to change the e-mail of your account to ${newEmail}.

To allow it, open the link below. It is valid for 24 hours:

${appUrl}/confirmar-email#${token}

If it was not you, do not open the link, and change your password.
`,
    },
  };
}

export function passwordChangedMail(appUrl: string): Message {
  return {
    subject: 'Sua senha foi alterada',
    text: `A senha da sua conta foi alterada e as outras sessões foram encerradas.

Se não foi você, ${resetNow(appUrl)}.
`,
    en: {
      subject: 'Your password was changed',
      text: `The password of your account was changed and the other sessions were ended.

If it was not you, ${resetNowInEnglish(appUrl)}.
`,
    },
  };
}

/** To the user and to the owners of the merchant; `email` is the user's. */
export function secondFactorReplacedMail(appUrl: string, email: string): Message {
  return {
    subject: 'Verificação em duas etapas trocada',
    text: `A verificação em duas etapas de ${email} foi desativada e ativada de novo.
Por segurança, esse acesso só movimenta dinheiro de produção daqui a 24 horas.

Se você não reconhece a troca, pare os saques no painel e fale com o suporte. Se a conta é
sua, ${resetNow(appUrl)}.
`,
    en: {
      subject: 'Two-step verification replaced',
      text: `The two-step verification of ${email} was turned off and on again.
For safety, this access can move production money only 24 hours from now.

If you don't recognise this change, stop payouts in the panel and contact support. If the
account is yours, ${resetNowInEnglish(appUrl)}.
`,
    },
  };
}

export function secondFactorChangedMail(appUrl: string, isEnabled: boolean): Message {
  const state = isEnabled ? 'ativada' : 'desativada';
  return {
    subject: `Verificação em duas etapas ${state}`,
    text: `A verificação em duas etapas da sua conta foi ${state}.

Se não foi você, ${resetNow(appUrl)} e fale com o suporte.
`,
    en: {
      subject: `Two-step verification turned ${isEnabled ? 'on' : 'off'}`,
      text: `The two-step verification of your account was turned ${isEnabled ? 'on' : 'off'}.

If it was not you, ${resetNowInEnglish(appUrl)} and contact support.
`,
    },
  };
}

function resetNow(appUrl: string): string {
  return `crie uma nova senha agora em ${appUrl}/esqueci-a-senha`;
}

function resetNowInEnglish(appUrl: string): string {
  return `create a new password now at ${appUrl}/esqueci-a-senha`;
}
