import hljs from 'highlight.js/lib/common';
import nginx from 'highlight.js/lib/languages/nginx';
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf } from '../../gateway/tools/markdown.ts';

hljs.registerLanguage('nginx', nginx);

const { escapeHtml } = new MarkdownIt().utils;

/** The tab of a block, by the word behind its fence. Tabs of one `group` are chosen together. */
const TABS: Readonly<Record<string, { readonly label: string; readonly group: string }>> = {
  sh: { label: 'curl', group: 'curl' },
  js: { label: 'JavaScript', group: 'javascript' },
  ts: { label: 'TypeScript', group: 'javascript' },
  python: { label: 'Python', group: 'python' },
  php: { label: 'PHP', group: 'php' },
};

/** A heading with its anchor, and the plain text below it. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly markup: string;
  readonly sections: readonly Section[];
}

export interface Links {
  /**
   * Gives the address of a link of a page, or throws when there is no such page. The text of a link
   * without an address stands there alone.
   */
  readonly resolve: (href: string) => string | undefined;
  /** The address of what a piece of inline code names, such as an error code; if it has one. */
  readonly ofCode: (code: string) => string | undefined;
}

/** Renders the Markdown of a page as HTML, with the anchors that GitHub gives to headings. */
export function renderMarkdown(text: string, links: Links): RenderedPage {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const tokens = markdown.parse(text, {});
  const sections = nameHeadings(tokens);
  for (const token of tokens) {
    resolveLinks(token.children ?? [], links);
  }
  Object.assign(markdown.renderer.rules, {
    table_open: () => '<div class="scroll" tabindex="0" role="group" aria-label="Tabela"><table>\n',
    table_close: () => '</table></div>\n',
    th_open: (all: Token[], index: number) => cell('th scope="col"', all[index]),
    fence: (all: Token[], index: number) => block(all, index),
    code_inline: (all: Token[], index: number) => inlineCode(all, index, links),
  });
  const markup = markdown.renderer.render(tokens, markdown.options, {});
  return { title: sections[0]?.title ?? '', markup, sections };
}

function cell(tag: string, token: Token | undefined): string {
  const align = String(token?.attrGet('style')).includes('right') ? ' class="number"' : '';
  return `<${tag}${align}>`;
}

function nameHeadings(tokens: readonly Token[]): readonly Section[] {
  const sections: { level: number; title: string; anchor: string; text: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plain(tokens[index + 1]);
      const anchor = anchorOf(title);
      token.attrSet('id', anchor);
      sections.push({ level: Number(token.tag.slice(1)), title, anchor, text: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section) section.text += `${plain(token)} `;
    }
  }
  return sections;
}

function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('');
}

function resolveLinks(tokens: readonly Token[], links: Links): void {
  for (const [index, token] of tokens.entries()) {
    const href = token.type === 'link_open' && token.attrGet('href');
    if (!href) continue;
    const address = links.resolve(decodeURI(String(href)));
    if (address !== undefined) token.attrSet('href', address);
    else hideLink(tokens, index);
  }
}

function hideLink(tokens: readonly Token[], index: number): void {
  const ends = [tokens[index], tokens.slice(index).find(({ type }) => type === 'link_close')];
  for (const end of ends) if (end) end.hidden = true;
}

/** Inline code, as a link where it names something that has a page and is in no link yet. */
function inlineCode(tokens: readonly Token[], index: number, links: Links): string {
  const content = tokens[index]?.content ?? '';
  const code = `<code>${escapeHtml(content)}</code>`;
  const href = tokens[index - 1]?.type === 'link_open' ? undefined : links.ofCode(content);
  return href === undefined ? code : `<a href="${escapeHtml(href)}">${code}</a>`;
}

/** A code block. Blocks one after another, each in a language of `TABS`, form a group of tabs. */
function block(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  if (!token) return '';
  const isTab = (one: Token | undefined) => one?.type === 'fence' && languageOf(one) in TABS;
  const before = isTab(token) && isTab(tokens[index - 1]);
  const after = isTab(token) && isTab(tokens[index + 1]);
  const language = languageOf(token);
  const { label, group } = TABS[language] ?? { label: language, group: language };
  const code = hljs.getLanguage(language)
    ? hljs.highlight(token.content, { language }).value
    : escapeHtml(token.content);
  const markup =
    `<div class="code" data-language="${group}">` +
    `<div class="bar">${label}</div>` +
    `<pre tabindex="0"><code>${code}</code></pre></div>\n`;
  return `${after && !before ? '<div class="tabs">\n' : ''}${markup}${
    before && !after ? '</div>\n' : ''
  }`;
}

function languageOf(token: Token): string {
  return token.info.trim().split(/\s+/)[0] ?? '';
}
