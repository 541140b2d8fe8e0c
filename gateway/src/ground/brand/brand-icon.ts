import { html } from '../http/html.ts';
import { type Brand, OWN_COLOR } from './brand.ts';

const SVG = 'http://www.w3.org/2000/svg';
const SIGN = 'M16 6l10 10-10 10L6 16z';

/** The brand's logo as an SVG; without one, the gateway's own icon in the brand's colour. */
export function brandIcon({ name, color = OWN_COLOR, logo }: Brand): string {
  if (logo?.type === 'image/svg+xml') return logo.content.toString('utf8');
  if (logo) {
    const data = `data:image/png;base64,${logo.content.toString('base64')}`;
    return html`<svg xmlns="${SVG}" viewBox="0 0 64 64"><title>${name}</title>
<image href="${data}" width="64" height="64"/></svg>`.markup;
  }
  return html`<svg xmlns="${SVG}" viewBox="0 0 32 32"><title>${name}</title>
<rect width="32" height="32" rx="8" fill="${color}"/>
<path d="${SIGN}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/>
<circle cx="16" cy="16" r="3" fill="#fff"/></svg>`.markup;
}
