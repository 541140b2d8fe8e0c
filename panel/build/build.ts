import { copyFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { inlineEarlyScript } from './early-script.ts';
import { LANGUAGES, oneLanguage } from './one-language.ts';
import { preloads } from './preloads.ts';
import { writeTypes } from './types.ts';
import { shrinkStyles } from './used-styles.ts';

const ROOT = join(import.meta.dirname, '..');
/** The licence of the font, which asks to be there wherever the font is. */
const FONT_LICENSE = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE');
const COMPRESSED = /\.(js|css|html|svg)$/;

/**
 * Builds the panel: the types of its API, its pages in each language, and each file compressed
 * beside itself. The page of a language is `index.<language>.html`; the languages share the
 * assets whose content has no texts.
 */
await writeTypes();
const dist = join(ROOT, 'dist');
await rm(dist, { recursive: true, force: true });
const early = await inlineEarlyScript(ROOT);
for (const language of LANGUAGES) {
  const outDir = join(ROOT, `dist-${language}`);
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [oneLanguage(ROOT, language), early, preloads(ROOT, language)],
    build: { outDir, emptyOutDir: true },
  });
  await shrinkStyles(outDir);
  await cp(join(outDir, 'index.html'), join(outDir, `index.${language}.html`));
  await rm(join(outDir, 'index.html'));
  await cp(outDir, dist, { recursive: true });
  await rm(outDir, { recursive: true });
}
await copyFile(FONT_LICENSE, join(dist, 'assets', 'inter-OFL.txt'));
for (const name of await readdir(dist, { recursive: true })) {
  if (!COMPRESSED.test(name)) continue;
  const content = await readFile(join(dist, name));
  await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(content));
  await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(content));
}
