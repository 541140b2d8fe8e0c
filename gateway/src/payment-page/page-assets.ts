import { readFileSync } from 'node:fs';
import { sha256 } from '#src/platform/encryption.ts';

const FOLDER = new URL('./browser/', import.meta.url);
const HASH_LENGTH = 12;

export interface PageAsset {
  readonly type: string;
  readonly content: Buffer;
  /** Its address, which changes with its content. */
  readonly path: string;
  /** Its address with whatever hash: while a new version starts, pages of both ask for it. */
  readonly route: string;
}

/** The page's script and style, as they stand in the room: small enough to need no build. */
export const pageAssets = {
  script: readAsset('payment-page.js', 'text/javascript; charset=utf-8'),
  style: readAsset('payment-page.css', 'text/css; charset=utf-8'),
} as const;

function readAsset(name: string, type: string): PageAsset {
  const content = readFileSync(new URL(name, FOLDER));
  const hash = sha256(content.toString()).toString('hex').slice(0, HASH_LENGTH);
  const route = `/pagar/assets/:hash/${name}`;
  return { type, content, path: route.replace(':hash', hash), route };
}
