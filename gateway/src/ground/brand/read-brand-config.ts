import { readFileSync } from 'node:fs';
import { isMailAddress } from '../mail/mail-address.ts';
import { isVisibleText } from '../visible-text.ts';
import { type Brand, type BrandLogo, OWN_NAME } from './brand.ts';
import { readableColor } from './colors.ts';

interface Variables {
  optional(name: string): string | undefined;
}

const NAME_LENGTH_MAX = 40;
const LOGO_BYTES_MAX = 200 * 1_024;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The parts of an SVG that run or load something; refused, although no `<img>` runs them. */
const ACTIVE_SVG = [
  /<\s*(?:script|foreignObject|iframe|use)\b/i,
  /\son\w+\s*=|javascript:|@import|<!(?:DOCTYPE|ENTITY)/i,
  /(?:(?:href|src)\s*=|url\()[\s"']*(?:https?:|\/\/)/i,
];

/** Reads the variables of the brand. Throws the error that `refuse` makes for a wrong variable. */
export function readBrandConfig(read: Variables, refuse: (message: string) => Error): Brand {
  const name = read.optional('BRAND_NAME') ?? OWN_NAME;
  if (name.length > NAME_LENGTH_MAX || !isVisibleText(name) || /["<>\\]/.test(name)) {
    throw refuse(`BRAND_NAME inválida: até ${NAME_LENGTH_MAX} caracteres visíveis, sem " < > \\`);
  }
  return Object.freeze({
    name,
    color: colorOf(read, refuse),
    logo: logoOf(read, refuse),
    supportUrl: contactOf('BRAND_SUPPORT', read, refuse),
    securityUrl:
      contactOf('SECURITY_CONTACT', read, refuse) ?? contactOf('BRAND_SUPPORT', read, refuse),
    termsUrl: linkOf('BRAND_TERMS_URL', read, refuse),
    privacyUrl: linkOf('BRAND_PRIVACY_URL', read, refuse),
  });
}

type Refuse = (message: string) => Error;

function colorOf(read: Variables, refuse: Refuse): string | undefined {
  const color = read.optional('BRAND_COLOR')?.toLowerCase();
  if (color === undefined) return undefined;
  const readable = readableColor(color);
  if (readable === undefined) throw refuse('BRAND_COLOR inválida: esperada uma cor como #0b5cab');
  if (readable === color) return color;
  throw refuse(
    `BRAND_COLOR inválida: texto branco não se lê sobre ${color} (contraste menor que 4,5). ` +
      `Um tom mais escuro da mesma cor: ${readable}`,
  );
}

function logoOf(read: Variables, refuse: Refuse): BrandLogo | undefined {
  const path = read.optional('BRAND_LOGO');
  if (path === undefined) return undefined;
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch {
    throw refuse(`BRAND_LOGO inválida: não foi possível ler o arquivo ${path}`);
  }
  if (content.length > LOGO_BYTES_MAX) throw refuse('BRAND_LOGO inválida: mais de 200 KB');
  if (content.subarray(0, PNG.length).equals(PNG)) return { type: 'image/png', content };
  const text = content.toString('utf8');
  if (!/<svg[\s>]/i.test(text)) throw refuse('BRAND_LOGO inválida: esperado um SVG ou PNG');
  if (ACTIVE_SVG.some((pattern) => pattern.test(text))) {
    throw refuse('BRAND_LOGO inválida: o SVG tem script, DOCTYPE ou conteúdo de outro endereço');
  }
  return { type: 'image/svg+xml', content };
}

function contactOf(name: string, read: Variables, refuse: Refuse): string | undefined {
  const text = read.optional(name);
  if (text !== undefined && isMailAddress(text)) return `mailto:${text}`;
  return linkOf(name, read, refuse, ' ou um e-mail');
}

function linkOf(name: string, read: Variables, refuse: Refuse, otherwise = ''): string | undefined {
  const text = read.optional(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw refuse(`${name} inválida: esperada uma URL http(s)${otherwise}`);
}
