import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lists of pages, and the addresses that their paths are below. */
const LISTS = {
  'logged-out-pages': '',
  'merchant-pages': '/painel',
  'operator-pages': '/operador',
} as const;
const PAGE = /^ {2}\{\n(.*?)^ {2}\},$/gms;
const ADDRESS = /path: '([^']+)'/;
const MODULE = /import\('#panel\/([^']+)'\)/;
const OPERATION = /operation: '(\w+)'/;

export interface ListedPage {
  readonly home: '' | '/painel' | '/operador';
  /** The whole path, such as `/painel/transacoes/$id`. */
  readonly address: string;
  /** The file of the page, relative to `panel`. */
  readonly module: string;
  /** The operation without which the menu doesn't show the page. */
  readonly operation: string | undefined;
}

/** Reads the lists of pages in `src/routing`, whose modules only a browser can load. */
export function readPages(): readonly ListedPage[] {
  return Object.entries(LISTS).flatMap(([name, home]) => {
    const file = join(import.meta.dirname, `../src/routing/${name}.ts`);
    const text = readFileSync(file, 'utf8');
    const pages = [...text.matchAll(PAGE)].map(([, page = '']): ListedPage => {
      const path = ADDRESS.exec(page)?.[1];
      const module = MODULE.exec(page)?.[1];
      if (path === undefined || module === undefined) throw new Error(`${name}: ${page}`);
      const address = path === '/' ? home : home + path;
      return { home, address, module: `src/${module}`, operation: OPERATION.exec(page)?.[1] };
    });
    const expected = text.split('lazyPage(').length - 1;
    if (pages.length !== expected)
      throw new Error(`${name}: ${pages.length} of ${expected} pages were read`);
    return pages;
  });
}
