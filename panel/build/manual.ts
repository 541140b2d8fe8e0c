import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type RenderedPage, renderMarkdown } from '../../guide/build/markdown.ts';

const DOCS = join(import.meta.dirname, '../../docs/operating');
const FILE = /\/docs\/operating\/([\w-]+)\.md$/;
const PAGE = /^([\w-]+)\.md(#.+)?$/;
const GUIDE_PAGE = /^\.\.\/guia\/([\w/-]+)\.md(#.+)?$/;
const PANEL_PAGE = /^\/operador\/[\w/-]+$/;
const HEADING = /<(\/?)h([1-5])\b/g;

/**
 * Makes a module of each file of `docs/operating`: the title and the markup of its page in the
 * operators' manual.
 */
export function manual(): Plugin {
  return {
    name: 'manual',
    load(id) {
      const name = FILE.exec(id)?.[1];
      if (name === undefined) return null;
      const { title, markup } = renderManualPage(name);
      return { code: `export const page = ${JSON.stringify({ title, markup })}`, moduleType: 'js' };
    },
  };
}

/**
 * Renders a page of the manual; the headings are one level lower, below the title that the panel
 * gives the page.
 * @throws {Error} for a link to a page of the manual that doesn't exist.
 */
export function renderManualPage(name: string): RenderedPage {
  const text = readFileSync(join(DOCS, `${name}.md`), 'utf8');
  const page = renderMarkdown(text, { resolve: addressOf, ofCode: panelPageOf });
  return { ...page, markup: page.markup.replace(HEADING, lowerHeading) };
}

/** The address of a page of the panel that is written as code. */
function panelPageOf(code: string): string | undefined {
  return PANEL_PAGE.test(code) ? code : undefined;
}

function lowerHeading(_tag: string, slash: string, level: string): string {
  return `<${slash}h${Number(level) + 1}`;
}

/** The address of a link; undefined for a file of the project that no server has as a page. */
function addressOf(href: string): string | undefined {
  if (/^(?:https:|#)/.test(href)) return href;
  const [, guidePage, guideAnchor = ''] = GUIDE_PAGE.exec(href) ?? [];
  if (guidePage !== undefined) return `/guia/${guidePage}${guideAnchor}`;
  const [, page, anchor = ''] = PAGE.exec(href) ?? [];
  if (page === undefined) return undefined;
  if (!existsSync(join(DOCS, `${page}.md`))) throw new Error(`no page for the link ${href}`);
  return `/operador/manual/${page}${anchor}`;
}
