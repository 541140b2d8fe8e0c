import { readPageAsset } from '#src/platform/http/fixed-content.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** The page's script and style, served without a build. */
export const pageAssets = {
  script: readPageAsset(FOLDER, 'payment-page.js', '/pagar/assets'),
  style: readPageAsset(FOLDER, 'payment-page.css', '/pagar/assets'),
} as const;
