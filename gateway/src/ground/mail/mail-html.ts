import { type Brand, OWN_COLOR } from '../brand/brand.ts';
import { readableColor } from '../brand/colors.ts';
import { type Html, html, NOTHING } from '../http/html.ts';
import type { Language } from '../http/language.ts';

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g;
const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

interface Texts {
  readonly open: string;
  readonly copy: string;
  readonly support: string;
  readonly terms: string;
  readonly privacy: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    open: 'Abrir a página',
    copy: 'Ou copie o endereço:',
    support: 'Suporte',
    terms: 'Termos de uso',
    privacy: 'Privacidade',
  },
  en: {
    open: 'Open the page',
    copy: 'Or copy the address:',
    support: 'Support',
    terms: 'Terms of use',
    privacy: 'Privacy',
  },
};

/** The id by which the HTML of a mail names the logo that is attached to it. */
export const LOGO_ID = 'logo';

/** A look of mails: the platform's, or that of a merchant whose payers get them. */
export type MailLook = Pick<Brand, 'name' | 'color' | 'supportUrl' | 'termsUrl' | 'privacyUrl'> & {
  readonly logo: { readonly type: string; readonly content: Buffer } | undefined;
};

/** The types of logos that mail programs show: neither SVG nor WebP. */
const SHOWN_LOGOS: Readonly<Record<string, string>> = {
  'image/png': 'logo.png',
  'image/jpeg': 'logo.jpg',
};

/** The logo as an attachment that `mailHtml` shows; none if mail programs can't show it. */
export function logoAttachments({ logo }: MailLook) {
  const filename = SHOWN_LOGOS[logo?.type ?? ''];
  if (!logo || filename === undefined) return [];
  return [{ filename, content: logo.content, cid: LOGO_ID }];
}

/**
 * The HTML of a mail, in the look of the brand, from its plain text: tables and inline styles,
 * which every mail program shows. A paragraph that is only a link becomes a button with the address
 * below it.
 */
export function mailHtml(
  brand: MailLook,
  { subject, text }: { subject: string; text: string },
  language: Language = 'pt-BR',
) {
  // An amount is not broken over two lines.
  const paragraphs = text
    .replaceAll('R$ ', 'R$\u00a0')
    .trim()
    .split(/\n{2,}/);
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px 0;${FONT};font-size:18px;font-weight:700;color:${colorOf(brand)}">
${header(brand)}</td></tr>
<tr><td style="padding:16px 32px 24px;${FONT};font-size:16px;line-height:1.5;color:#1f2328">
${paragraphs.map((paragraph) => block(brand, paragraph, TEXTS[language]))}</td></tr>
</table>
${footer(brand, TEXTS[language])}
</td></tr></table></body></html>
`.markup;
}

// A merchant may choose any colour: a text of a light one on white could not be read.
function colorOf({ color = OWN_COLOR }: MailLook): string {
  return readableColor(color) ?? OWN_COLOR;
}

function header(look: MailLook): Html {
  const { name } = look;
  if (logoAttachments(look).length === 0) return html`${name}`;
  return html`<img src="cid:${LOGO_ID}" alt="${name}" height="40" style="display:block;border:0">`;
}

function block(brand: MailLook, paragraph: string, texts: Texts): Html {
  const link = paragraph.trim();
  if (link.startsWith('http') && link.replace(LINK, '') === '') {
    return html`<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;
padding:12px 20px;border-radius:8px;background:${colorOf(brand)};color:#ffffff;
font-weight:600;text-decoration:none">${texts.open}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#57606a;word-break:break-all">${texts.copy}
<a href="${link}" style="color:#57606a">${link}</a></p>`;
  }
  const lines = paragraph.split('\n').map((line, index) => {
    const written = linked(brand, line);
    return index === 0 ? written : html`<br>${written}`;
  });
  return html`<p style="margin:0 0 16px">${lines}</p>`;
}

function linked(brand: MailLook, line: string): Html {
  const parts = line.split(LINK).map((part, index) =>
    // The odd elements of a split by a group are the matches of the group.
    index % 2 === 1
      ? html`<a href="${part}" style="color:${colorOf(brand)}">${part}</a>`
      : html`${part}`,
  );
  return html`${parts}`;
}

function footer({ supportUrl, termsUrl, privacyUrl }: MailLook, texts: Texts): Html {
  const links = [
    [texts.support, supportUrl],
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
  ] as const;
  const shown = links.flatMap(([label, href]) =>
    href === undefined ? [] : [html`<a href="${href}" style="color:#57606a">${label}</a> `],
  );
  if (shown.length === 0) return NOTHING;
  return html`<p style="margin:16px 0 0;${FONT};font-size:13px;color:#57606a">${shown}</p>`;
}
