import type { Brand } from './brand.ts';
import { colorOnDark } from './colors.ts';

/** The path of the brand's style, which public pages link after their own style. */
export const BRAND_STYLE_PATH = '/brand.css';

/** The style that puts the brand's colour on a page; empty where the brand has none. */
export function brandStyle({ color }: Brand): string {
  if (color === undefined) return '';
  const light = colorOnDark(color);
  return `:root{--brand:light-dark(${color},${light});--on-brand:light-dark(#fff,#000)}\n`;
}
