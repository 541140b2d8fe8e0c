import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const ENTRY = 'src/early/read-early.ts';
const PLACE = '<!-- early script -->';

/**
 * Makes one script of `src/early` and writes it into the head of the page. The server allows the
 * script by its hash.
 */
export async function inlineEarlyScript(root: string): Promise<Plugin> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, ENTRY), formats: ['iife'], name: 'early' },
    },
  })) as Rolldown.RolldownOutput[];
  const script = built[0]?.output[0].code.trim();
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      handler: (page) => {
        if (!page.includes(PLACE)) throw new Error('the page has no place for the early script');
        return page.replace(PLACE, () => `<script>${script}</script>`);
      },
    },
  };
}
