import type { RecipientKey } from './closing-mail.ts';
import { recipientCode } from './recipient-code.ts';

/**
 * The page on which a recipient confirms and ends its mails. The code follows a `#`: browsers don't
 * send that part, so no server or proxy logs it.
 */
export function closingLink(
  appUrl: string,
  key: Buffer,
  { merchantId, id, email }: RecipientKey & { readonly email: string },
): string {
  return `${appUrl}/fechamentos-por-email#${recipientCode(key, { merchantId, id }, email)}`;
}

/** The page of the panel with the files of a period. */
export function closingPageOf(appUrl: string, { from, to }: { from: string; to: string }): string {
  return `${appUrl}/painel/fechamentos?ambiente=producao&periodo=${from}..${to}`;
}
