import type { Message } from '#src/ground/mail/mailer.ts';

/** The mail that tells the owners which address a member named for the closings. */
export function namedRecipientMail(
  appUrl: string,
  { email, actor }: { readonly email: string; readonly actor: string },
): Message {
  const page = `${appUrl}/painel/fechamentos?ambiente=producao`;
  return {
    subject: 'Novo endereço recebe os fechamentos',
    text: `${actor} incluiu ${email} para receber os fechamentos por e-mail.
Os arquivos têm os nomes e documentos de quem pagou. Nada é enviado antes que o endereço confirme.

Se você não reconhece a mudança, remova o endereço e troque a sua senha:

${page}
`,
    en: {
      subject: 'A new address gets the closings',
      text: `${actor} named ${email} to get the closings by e-mail.
The files have the names and documents of payers. Nothing is sent before the address confirms.

If you don't recognise the change, remove the address and change your password:

${page}
`,
    },
  };
}
