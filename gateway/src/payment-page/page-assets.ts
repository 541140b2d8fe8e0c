import { readPageAsset } from '#src/platform/http/fixed-content.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** The page's script and style, and the script for shops, served without a build. */
export const pageAssets = {
  script: readPageAsset(FOLDER, 'payment-page.js', '/pagar/assets'),
  style: readPageAsset(FOLDER, 'payment-page.css', '/pagar/assets'),
  embed: readPageAsset(FOLDER, 'embed.js', '/pagar/assets'),
} as const;
