import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { merchantDocument } from '../../gateway/tools/panel-document.ts';
import { allPackages } from '../../sdk/tools/packages/all-packages.ts';
import { ARCHIVE_TIME } from '../../sdk/tools/packages/package-files.ts';
import type { ApiDocument } from './api-document.ts';
import { brunoCollection } from './bruno.ts';
import { assetAddress, pageHtml } from './page-html.ts';
import { readGuide } from './pages.ts';
import { postmanCollection } from './postman.ts';
import { searchIndex } from './search-index.ts';
import { llmsIndex, wholeGuide } from './texts-for-programs.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const COMPRESSED = /\.(js|css|html|json)$/;

/** Builds what the gateway serves at `/guia`, each text compressed beside itself. */
rmSync(DIST, { recursive: true, force: true });
const document = (await merchantDocument()) as ApiDocument;
const guide = readGuide(document);
const script = writeScript();
const assets = {
  style: writeAsset('guide.css', readBrowserFile('guide.css')),
  theme: writeAsset('theme.js', readBrowserFile('theme.js')),
  script,
};
for (const page of guide.pages) {
  const name = page.name === '' ? 'README' : page.name;
  write(`${name}.html`, pageHtml(page, guide, assets));
  write(`${name}.md`, page.markdown);
}
write('busca.json', JSON.stringify(searchIndex(guide)));
write('llms.txt', llmsIndex(guide));
write('llms-full.txt', wholeGuide(guide));
writeCollections();
// The gateway replaces the address by its own.
for (const { file, content } of await allPackages('http://localhost:3000/guia/sdk')) {
  write(join('sdk', file), content);
}

/** The script of the pages; it imports the search only when a reader searches. */
function writeScript(): string {
  const library = readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8');
  const minisearch = writeAsset('minisearch.js', library.replace(/\/\/# sourceMappingURL=.*/, ''));
  const synonyms = writeAsset('synonyms.js', readBrowserFile('synonyms.js'));
  const find = readBrowserFile('find.js')
    .replace("'minisearch'", `'${minisearch}'`)
    .replace("'./synonyms.js'", `'${synonyms}'`);
  const search = readBrowserFile('search.js').replace(
    "'./find.js'",
    `'${writeAsset('find.js', find)}'`,
  );
  const keys = writeAsset('keys.js', readBrowserFile('keys.js'));
  const main = readBrowserFile('guide.js')
    .replace("'./search.js'", `'${writeAsset('search.js', search)}'`)
    .replace("'./keys.js'", `'${keys}'`);
  return writeAsset('guide.js', main);
}

function writeCollections(): void {
  const files = [...brunoCollection(document)];
  const entries = files.map(([path, text]) => [`api-pix/${path}`, Buffer.from(text)]);
  write('bruno.zip', zipSync(Object.fromEntries(entries), { mtime: ARCHIVE_TIME }));
  write('postman.json', JSON.stringify(postmanCollection(document)));
}

function readBrowserFile(name: string): string {
  return readFileSync(join(ROOT, 'browser', name), 'utf8');
}

function writeAsset(name: string, text: string): string {
  const address = assetAddress(name, text);
  write(address.replace('/guia/', ''), text);
  return address;
}

function write(name: string, content: string | Uint8Array): void {
  const path = join(DIST, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  if (!COMPRESSED.test(name) || name.startsWith('sdk')) return;
  writeFileSync(`${path}.br`, brotliCompressSync(content));
  writeFileSync(`${path}.gz`, gzipSync(content));
}
