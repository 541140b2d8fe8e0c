import { readPageAsset } from '#src/ground/http/fixed-content.ts';
import { SECTIONS_STYLE } from '../../payment-page/page-assets.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** Writes the punctuation of a CPF or CNPJ; the page works without it. */
export const pageScript = readPageAsset(FOLDER, 'link-page.js', '/link/assets');

/** The page's style, served without a build. */
export const pageStyle = readPageAsset(FOLDER, 'link-page.css', '/link/assets', SECTIONS_STYLE);
