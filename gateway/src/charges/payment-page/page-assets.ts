import { readPageAsset } from '#src/ground/http/fixed-content.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** The style that the payment page and the pages of payment links share. */
export const SECTIONS_STYLE = new URL('page-sections.css', FOLDER);

/** The payment page's own style, which the page of a subscription has too. */
export const PAYMENT_STYLE = new URL('payment-page.css', FOLDER);

/** The script that precedes those of the pages that payers follow. */
export const LIVE_PAGE = new URL('live-page.js', FOLDER);

/** The page's script and style, and the script for shops, served without a build. */
export const pageAssets = {
  script: readPageAsset(FOLDER, 'payment-page.js', '/pagar/assets', LIVE_PAGE),
  style: readPageAsset(FOLDER, 'payment-page.css', '/pagar/assets', SECTIONS_STYLE),
  embed: readPageAsset(FOLDER, 'embed.js', '/pagar/assets'),
} as const;
