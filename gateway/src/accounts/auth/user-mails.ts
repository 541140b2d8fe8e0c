import type { Message } from '#src/ground/mail/mailer.ts';
import { USER_MAILS_IN_ENGLISH as english } from './user-mails-in-english.ts';

// The tokens of links follow a `#`: browsers don't send that part, so no server or proxy logs it.

const FOOTER = '\n\nSe não foi você, ignore este e-mail: nada será alterado.\n';

export function confirmEmailMail(appUrl: string, token: string): Message {
  return {
    subject: 'Confirme seu e-mail',
    text: `Para ativar seu acesso ao painel, confirme seu e-mail. O link vale por 24 horas:

${appUrl}/confirmar-email#${token}${FOOTER}`,
    en: english.confirmEmail(appUrl, token),
  };
}

export function alreadyRegisteredMail(appUrl: string): Message {
  return {
    subject: 'Você já tem uma conta',
    text: `Recebemos um pedido de cadastro com este e-mail, mas ele já tem uma conta.

Acesse sua conta em ${appUrl}/entrar. Se esqueceu a senha, crie uma nova em:

${appUrl}/esqueci-a-senha${FOOTER}`,
    en: english.alreadyRegistered(appUrl),
  };
}

export function resetPasswordMail(appUrl: string, token: string): Message {
  return {
    subject: 'Crie uma nova senha',
    text: `Para criar uma nova senha, acesse o link abaixo.
Ele vale por 1 hora e só pode ser usado uma vez:

${appUrl}/nova-senha#${token}${FOOTER}`,
    en: english.resetPassword(appUrl, token),
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
    en: english.confirmEmailChange(appUrl, newEmail, token),
  };
}

export function passwordChangedMail(appUrl: string): Message {
  return {
    subject: 'Sua senha foi alterada',
    text: `A senha da sua conta foi alterada e as outras sessões foram encerradas.

Se não foi você, ${resetNow(appUrl)}.
`,
    en: english.passwordChanged(appUrl),
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
    en: english.secondFactorReplaced(appUrl, email),
  };
}

export function secondFactorChangedMail(appUrl: string, isEnabled: boolean): Message {
  const state = isEnabled ? 'ativada' : 'desativada';
  return {
    subject: `Verificação em duas etapas ${state}`,
    text: `A verificação em duas etapas da sua conta foi ${state}.

Se não foi você, ${resetNow(appUrl)} e fale com o suporte.
`,
    en: english.secondFactorChanged(appUrl, isEnabled),
  };
}

function resetNow(appUrl: string): string {
  return `crie uma nova senha agora em ${appUrl}/esqueci-a-senha`;
}
