import { LIVE_PAGE, PAYMENT_STYLE, SECTIONS_STYLE } from '#src/charges/payment-page/page-assets.ts';
import { readPageAsset } from '#src/ground/http/fixed-content.ts';

const FOLDER = new URL('./browser/', import.meta.url);
const PREFIX = '/assinar/assets';

/** The page's script and style, served without a build. */
export const pageAssets = {
  script: readPageAsset(FOLDER, 'subscription-page.js', PREFIX, LIVE_PAGE),
  style: readPageAsset(FOLDER, 'subscription-page.css', PREFIX, SECTIONS_STYLE, PAYMENT_STYLE),
} as const;
