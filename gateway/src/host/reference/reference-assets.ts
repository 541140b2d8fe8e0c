import { readPageAsset } from '#src/ground/http/fixed-content.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** The script and the style of the API reference. */
export const referenceAssets = {
  script: readPageAsset(FOLDER, 'reference.js', '/docs/assets'),
  style: readPageAsset(FOLDER, 'reference.css', '/docs/assets'),
} as const;
