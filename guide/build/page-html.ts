import { createHash } from 'node:crypto';
import { type Html, html, NOTHING } from '../../gateway/src/ground/http/html.ts';
import { addressOf, type Group, type Guide, type GuidePage } from './pages.ts';

export const SITE = 'Guia do pix-gateway';

/** The addresses of the scripts and of the style: they change with their content. */
export interface Assets {
  readonly style: string;
  readonly theme: string;
  readonly script: string;
}

/** The address of an asset, with a hash of its content. */
export function assetAddress(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const [base, ending] = name.split('.');
  return `/guia/assets/${base}-${hash}.${ending}`;
}

/** A page of the guide as HTML. It has nothing of a reader, so that every reader may cache it. */
export function pageHtml(page: GuidePage, guide: Guide, assets: Assets): string {
  const title = page.name === '' ? SITE : `${page.title} · ${SITE}`;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${descriptionOf(page)}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${markdownAddress(page.name)}">
<link rel="stylesheet" href="${assets.style}">
<link rel="stylesheet" href="/brand.css">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#conteudo">Ir para o conteúdo</a>
${header}${readerKeys(page, guide)}
<div class="frame">
<nav class="menu" id="menu" popover aria-label="Guia">${guide.groups.map((group) => menuGroup(group, page))}
</nav>
<main id="conteudo" tabindex="-1">
<article>${{ markup: page.markup }}</article>
${neighbours(page, guide)}
<footer><p><a href="${markdownAddress(page.name)}">Esta página em Markdown</a></p></footer>
</main>
${onThisPage(page)}
</div>
</body>
</html>
`.markup;
}

/** The address of the Markdown of a page. */
export function markdownAddress(name: string): string {
  return name === '' ? '/guia/README.md' : `/guia/${name}.md`;
}

const header = html`<header class="top">
<button type="button" class="menu-button" popovertarget="menu">Menu</button>
<a class="brand" href="/guia">${SITE}</a>
<search class="search">
<label class="for-readers" for="busca">Buscar no guia</label>
<input id="busca" type="search" placeholder="Buscar ( / )" autocomplete="off" spellcheck="false">
<div class="results" hidden><p class="count" role="status"></p><ul></ul></div>
</search>
<nav class="links" aria-label="Outras páginas"><a href="/docs">API</a> <a href="/painel">Painel</a>
</nav>
<button type="button" class="theme">Tema: automático</button>
</header>`;

/** What the built examples contain and the script replaces. */
const EXAMPLE = /http:\/\/localhost:3000|_sandbox_publico/;

/** The command of the first page that opens a test account. */
const OWN_ACCOUNT = /^```shell\n(.*merchant create --with-test-key[^`]*?)\n```$/m;

/**
 * Says which keys the examples have, and how to open a test account. The script puts the keys of
 * the reader into the examples here.
 */
function readerKeys({ markdown }: GuidePage, { pages }: Guide): Html {
  if (!EXAMPLE.test(markdown)) return NOTHING;
  const first = pages.find(({ name }) => name === '');
  const command = OWN_ACCOUNT.exec(first?.markdown ?? '')?.[1];
  if (command === undefined) throw new Error('the first page has no command for a test account');
  return html`
<section class="reader" aria-label="Suas chaves de teste"><p>Exemplos com as chaves públicas do sandbox.</p>
<details><summary>Usar uma conta de teste só sua</summary>
<p>O sandbox é de todos, e recusa links, assinaturas, lotes e clientes. Na máquina do gateway, este comando abre uma conta
de teste e mostra a chave dela uma única vez. Com a chave aqui, todos os exemplos a usam.</p>
<pre>${command}</pre>
</details></section>`;
}

function menuGroup({ title, links }: Group, page: GuidePage): Html {
  const isError = page.name.startsWith('erros/');
  return html`
<h2>${title}</h2><ul>${links.map(({ name, title: text }) => {
    const isHere = name === page.name || (isError && name === 'erros');
    const here = isHere ? { markup: ' aria-current="page"' } : NOTHING;
    return html`<li><a href="${addressOf(name)}"${here}>${text}</a></li>`;
  })}</ul>`;
}

/** The page before and the page after, in the order of the menu. */
function neighbours(page: GuidePage, { groups }: Guide): Html {
  const links = groups.flatMap((group) => group.links);
  const index = links.findIndex(({ name }) => name === page.name);
  const before = index > 0 ? links[index - 1] : undefined;
  const after = index >= 0 ? links[index + 1] : undefined;
  if (!before && !after) return NOTHING;
  return html`<nav class="neighbours" aria-label="Páginas vizinhas">
${before ? html`<a rel="prev" href="${addressOf(before.name)}">← ${before.title}</a>` : NOTHING}
${after ? html`<a rel="next" href="${addressOf(after.name)}">${after.title} →</a>` : NOTHING}
</nav>`;
}

function onThisPage({ sections }: GuidePage): Html {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return NOTHING;
  return html`<nav class="here" aria-label="Nesta página"><p>Nesta página</p><ul>${shown.map(
    ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
  )}</ul></nav>`;
}

const DESCRIPTION_LENGTH = 160;

function descriptionOf({ sections }: GuidePage): string {
  const text = sections.map((section) => section.text.trim()).find((one) => one !== '') ?? '';
  return text.slice(0, DESCRIPTION_LENGTH);
}
