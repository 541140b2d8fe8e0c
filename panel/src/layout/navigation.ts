import type { LinkProps } from '@tanstack/react-router';
import { merchantPages } from '#panel/routing/merchant-pages.ts';
import { operatorPages } from '#panel/routing/operator-pages.ts';
import type { MenuGroup, Page } from '#panel/routing/page.ts';
import { language } from '#panel/texts/language.ts';
import { texts } from '#texts/layout.ts';

export type Home = '/painel' | '/operador';

/** The entries of a menu, in groups, in the order of the pages. */
export type Navigation = ReturnType<typeof navigationOf>;

/** The merchants' menu. */
export const merchantNavigation = navigationOf('/painel', merchantPages);

/** The operators' menu. */
export const operatorNavigation = navigationOf('/operador', operatorPages);

function navigationOf(home: Home, pages: readonly Page[]) {
  const items = pages.flatMap(({ path, menu, title }) => {
    if (!menu || !title) return [];
    const to = (path === '/' ? home : `${home}${path}`) as NonNullable<LinkProps['to']>;
    return [{ ...menu, to, label: title[language] }];
  });
  const groups = [...new Set<MenuGroup>(items.map(({ group }) => group))];
  return groups.map((group) => ({
    title: texts.groups[group],
    items: items.filter((item) => item.group === group),
  }));
}
