import type { Brand } from '#src/ground/brand/brand.ts';
import { textColorOn } from '#src/ground/brand/colors.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';

/** How the payment pages of a merchant look, and what they offer to payers. */
export interface PageLook {
  /** The merchant's description of itself, in one line. */
  readonly description: string | null;
  /** The merchant's colour, `#087355`; null for the platform's. */
  readonly color: string | null;
  /** Where payers return to: an https address of the merchant. */
  readonly returnUrl: string | null;
  /** An e-mail address, an https address or a phone number. */
  readonly supportContact: string | null;
  /** Whether a payer may get a new code for an expired charge. */
  readonly mayRenew: boolean;
  readonly logo: Logo | null;
}

/** The merchant's logo without its bytes. */
export interface Logo {
  /** A hash of the bytes, which changes the address of a changed logo. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export const EMPTY_LOOK: PageLook = {
  description: null,
  color: null,
  returnUrl: null,
  supportContact: null,
  mayRenew: false,
  logo: null,
};

/** The look with the platform's colour where the merchant has chosen none. */
export function lookOn(look: PageLook, { color }: Pick<Brand, 'color'>): PageLook {
  return { ...look, color: look.color ?? color ?? null };
}

const LOGO_WIDTH_MAX = 200;
const LOGO_HEIGHT_MAX = 48;

/** The size of a logo on a page; the HTML reserves it, so that the layout stays stable. */
export function shownSize({ width, height }: Logo): { width: number; height: number } {
  const scale = Math.min(LOGO_WIDTH_MAX / width, LOGO_HEIGHT_MAX / height, 1);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** The style of a merchant's colour, and the hash by which the page's policy allows it. */
export interface ColorStyle {
  readonly css: string;
  readonly source: string;
}

/**
 * The style that puts a colour on the buttons of a page. Their text is black or white, whichever
 * has more contrast: at least 4.5 with every colour (WCAG 2.2, 1.4.3).
 */
export function colorStyle(color: string): ColorStyle {
  const css = `:root{--brand:${color};--on-brand:${textColorOn(color)}}`;
  return { css, source: `'sha256-${sha256(css).toString('base64')}'` };
}
