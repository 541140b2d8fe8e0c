import type { Plugin } from 'vite';

export const LANGUAGES = ['pt-BR', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

const CATALOGUE = /\/src\/texts\/(pt-BR|en)\/[\w-]+\.ts$/;

/** Leaves the texts of the other languages out of a build, and names its language in the page. */
export function oneLanguage(language: Language): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    load(id) {
      const of = CATALOGUE.exec(id)?.[1];
      return of === undefined || of === language ? undefined : 'export const texts = undefined;';
    },
    transformIndexHtml: (page) => page.replace('<html lang="pt-BR">', `<html lang="${language}">`),
  };
}
