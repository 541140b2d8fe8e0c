import { join } from 'node:path';
import type { Plugin } from 'vite';

export const LANGUAGES = ['pt-BR', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

/**
 * Makes a build of one language: `#texts` is the folder of its catalogues, and the page names it.
 * Without this plugin `#texts` is Portuguese (`package.json`).
 */
export function oneLanguage(root: string, language: Language): Plugin {
  return {
    name: 'one-language',
    config: () => ({ resolve: { alias: { '#texts': join(root, 'src/texts', language) } } }),
    transformIndexHtml: (page) => page.replace('<html lang="pt-BR">', `<html lang="${language}">`),
  };
}
