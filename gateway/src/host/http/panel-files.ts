import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#src/ground/brand/brand.ts';
import { type FixedContent, fixedContent } from '#src/ground/http/fixed-content.ts';
import { html as markup } from '#src/ground/http/html.ts';

export const PANEL_DIST = join(import.meta.dirname, '../../../../panel/dist');

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs;

/** The built page of a language. */
export interface PanelPage {
  /** The page with the brand. */
  readonly content: FixedContent;
  /** The hashes of the scripts in the page, as a source of `script-src`. */
  readonly scriptHashes: readonly string[];
  /** The `Link` header of an address: the scripts that its page needs. */
  linkOf(path: string): string | undefined;
}

/** Reads a language's built page, in the brand's look; undefined if the panel was not built. */
export function readPanelPage(language: string, brand: Brand): PanelPage | undefined {
  const file = `index.${language}.html`;
  const preloads = join(PANEL_DIST, `preloads.${language}.json`);
  if (!existsSync(join(PANEL_DIST, file)) || !existsSync(preloads)) return undefined;
  const html = readFileSync(join(PANEL_DIST, file), 'utf8');
  const scriptHashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const text = readFileSync(preloads, 'utf8');
  const pages = Object.entries(JSON.parse(text) as Record<string, string[]>).map(
    ([address, files]) => ({
      address: patternOf(address),
      // Plain addresses come before those with a part that varies.
      isPlain: !address.includes('$'),
      link: files.map((file) => `</${file}>; rel=modulepreload`).join(', '),
    }),
  );
  pages.sort((left, right) => Number(right.isPlain) - Number(left.isPlain));
  return {
    content: fixedContent('text/html; charset=utf-8', withBrand(html, brand)),
    scriptHashes,
    linkOf: (path) => pages.find(({ address }) => address.test(path))?.link,
  };
}

/** Adds the brand for the panel's script and the title to the page. */
function withBrand(page: string, brand: Brand): string {
  const { name, color, supportUrl, termsUrl, privacyUrl } = brand;
  const shown = JSON.stringify({ name, color, supportUrl, termsUrl, privacyUrl });
  const meta = markup`<meta name="brand" content="${shown}">`.markup;
  return page
    .replace(/<meta name="brand"[^>]*>/, () => meta)
    .replace(/<title>[^<]*<\/title>/, () => markup`<title>${name}</title>`.markup);
}

/** A path such as `/painel/transacoes/$id` as a pattern; a part with a dollar matches anything. */
function patternOf(address: string): RegExp {
  const parts = address.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : part));
  return new RegExp(`^${parts.join('/')}/?$`);
}
