import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readPages } from './read-pages.ts';

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
          source: JSON.stringify(preloadsOf(filesOf)),
        });
      },
    },
  };
}

function preloadsOf(filesOf: FilesOf): Record<string, string[]> {
  return Object.fromEntries(
    readPages().map(({ home, address, module }) => {
      const shell = home === '' ? [] : [SHELLS[home]];
      return [address, [...new Set([...START, ...shell, module].flatMap(filesOf))]];
    }),
  );
}
