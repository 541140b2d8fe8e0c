import { addressOf, type Guide } from './pages.ts';

/** A part of a page as the search finds it. */
export interface SearchEntry {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Every section of every page, for the search in the browser. */
export function searchIndex({ pages }: Guide): readonly SearchEntry[] {
  return pages.flatMap((page) =>
    page.sections.map((section) => ({
      id: `${addressOf(page.name)}${section.level === 1 ? '' : `#${section.anchor}`}`,
      page: page.title,
      title: section.title,
      text: section.text.trim(),
    })),
  );
}
