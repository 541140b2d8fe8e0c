import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path/posix';
import type { ApiDocument } from './api-document.ts';
import { errorMarkdown } from './error-pages.ts';
import { type RenderedPage, renderMarkdown } from './markdown.ts';

const DOCS = join(import.meta.dirname, '../../docs/guia');

/** A page of the guide. */
export interface GuidePage extends RenderedPage {
  /** Its address below `/guia`: `webhooks`, `erros/rate_limited`; empty for the first page. */
  readonly name: string;
  readonly markdown: string;
}

/** A group of links of the first page. */
export interface Group {
  readonly title: string;
  readonly links: readonly { readonly name: string; readonly title: string }[];
}

export interface Guide {
  readonly pages: readonly GuidePage[];
  readonly groups: readonly Group[];
}

/** Reads the guide from `docs/guia`, and adds a page for each error code. */
export function readGuide(document: ApiDocument): Guide {
  const files = globSync('**/*.md', { cwd: DOCS }).map((file) => file.replaceAll('\\', '/'));
  const written = files.map((file) => [nameOf(file), readFileSync(join(DOCS, file), 'utf8')]);
  const sources = new Map([...written, ...errorMarkdown(document)] as [string, string][]);
  const pages = [...sources].map(([name, markdown]) => pageOf(name, markdown, sources));
  return { pages, groups: groupsOf(sources.get('') ?? '') };
}

/** The address of a file of `docs/guia` below `/guia`. */
function nameOf(file: string): string {
  return file === 'README.md' ? '' : file.replace(/\.md$/, '');
}

function pageOf(name: string, markdown: string, known: ReadonlyMap<string, string>): GuidePage {
  const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
  const resolve = (href: string): string => {
    if (/^[a-z]+:/.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
    const [path = '', anchor] = href.split('#');
    const target = nameOf(normalize(join(folder, path)));
    if (!known.has(target)) throw new Error(`${name || 'README'}: no page for the link ${href}`);
    return `${addressOf(target)}${anchor ? `#${anchor}` : ''}`;
  };
  const ofCode = (code: string): string | undefined => {
    if (LINKED_PATHS.includes(code)) return code;
    const target = `erros/${code}`;
    return known.has(target) && target !== name ? addressOf(target) : undefined;
  };
  return { name, markdown, ...renderMarkdown(markdown, { resolve, ofCode }) };
}

/** Addresses of the gateway that pages name in inline code. On GitHub they are no links. */
const LINKED_PATHS = [
  '/docs',
  '/guia',
  '/openapi.json',
  '/asyncapi.json',
  '/llms.txt',
  '/guia/bruno.zip',
  '/guia/postman.json',
];

/** The address of a page. */
export function addressOf(name: string): string {
  return name === '' ? '/guia' : `/guia/${name}`;
}

const GROUP = /^## (.+)$/;
const LINK = /^(?:\d+\.|-) \[([^\]]+)\]\(([^)]+)\.md\)/;

/** The menu: the headings of the first page with the pages that each one lists. */
function groupsOf(index: string): readonly Group[] {
  const groups: { title: string; links: { name: string; title: string }[] }[] = [];
  for (const line of index.split('\n')) {
    const [, title] = GROUP.exec(line) ?? [];
    if (title !== undefined) groups.push({ title, links: [] });
    const [, text, name] = LINK.exec(line) ?? [];
    if (text !== undefined && name !== undefined) groups.at(-1)?.links.push({ name, title: text });
  }
  return groups.filter(({ links }) => links.length > 0);
}
