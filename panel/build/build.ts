import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { writeTypes } from './types.ts';

const ROOT = join(import.meta.dirname, '..');
const COMPRESSED = /\.(js|css|html|svg)$/;

/** Builds the panel: the types of its API, its pages, and each file compressed beside itself. */
await writeTypes();
await build({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
const dist = join(ROOT, 'dist');
for (const name of await readdir(dist, { recursive: true })) {
  if (!COMPRESSED.test(name)) continue;
  const content = await readFile(join(dist, name));
  await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(content));
  await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(content));
}
