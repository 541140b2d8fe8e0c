import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PREFIXES: Readonly<Record<string, string>> = {
  entrancePages: '',
  merchantPages: '/painel',
  operatorPages: '/operador',
  operatorHomePages: '/operador',
};
const LIST = /export const (\w+Pages) = \[(.*?)\n\] as const/gs;
const PAGE = /path: '([^']+)',\s+component: lazyPage\(\s*\(\) => import\('([^']+)'\)/g;
/** What the start of the panel imports, one after the other. */
const START = ['src/main.ts', 'src/boot/framework.ts', 'src/boot/interface.ts', 'src/app.tsx'];
const SHELLS = {
  '/painel': 'src/layout/merchant-shell.tsx',
  '/operador': 'src/layout/operator-shell.tsx',
} as const;

/** The files that a module needs: its own chunk and all chunks that it imports. */
type FilesOf = (module: string) => readonly string[];

/**
 * Writes the scripts of each page by the pattern of its address (`/painel/transacoes/$id`). The
 * server names them in the page's headers, so that the browser loads all of them at once instead
 * of one after the other.
 */
export function preloads(root: string, language: string): Plugin {
  return {
    name: 'preloads',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
        const filesOf: FilesOf = (module) => {
          const id = join(root, module);
          const own =
            chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
            chunks.find(({ moduleIds }) => moduleIds.includes(id));
          if (!own) throw new Error(`${module} is in no chunk`);
          const seen = new Set<string>();
          const visit = (file: string): void => {
            if (seen.has(file)) return;
            seen.add(file);
            for (const one of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
              visit(one);
          };
          visit(own.fileName);
          return [...seen];
        };
        this.emitFile({
          type: 'asset',
          fileName: `preloads.${language}.json`,
          source: JSON.stringify(preloadsOf(root, filesOf)),
        });
      },
    },
  };
}

function preloadsOf(root: string, filesOf: FilesOf): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of globSync('src/features/**/routes.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    let count = 0;
    for (const [, list = '', pages = ''] of text.matchAll(LIST)) {
      const prefix = PREFIXES[list];
      if (prefix === undefined) throw new Error(`${file}: unknown list ${list}`);
      for (const [, path = '', module = ''] of pages.matchAll(PAGE)) {
        count += 1;
        const modules = [...START, ...shellOf(prefix), join(dirname(file), module)];
        const address = path === '/' ? prefix : prefix + path;
        found[address] = [...new Set(modules.flatMap(filesOf))];
      }
    }
    const expected = text.split('lazyPage(() => import(').length - 1;
    if (count !== expected) throw new Error(`${file}: ${count} of ${expected} pages were read`);
  }
  return found;
}

function shellOf(prefix: string): readonly string[] {
  return prefix === '/painel' || prefix === '/operador' ? [SHELLS[prefix]] : [];
}
