import type { LinkProps } from '@tanstack/react-router';
import type { MenuGroup, Page } from '#panel/routing/page.ts';
import { merchantPages, operatorPages } from '#panel/routing/pages.ts';
import { texts } from '#texts/layout.ts';

export type Home = '/painel' | '/operador';

/** The entries of a menu, in groups, in the order of the pages. */
export type Navigation = ReturnType<typeof navigationOf>;

/** The merchants' menu. */
export const merchantNavigation = navigationOf('/painel', merchantPages);

/** The operators' menu. */
export const operatorNavigation = navigationOf('/operador', operatorPages);

function navigationOf(home: Home, pages: readonly Page[]) {
  const items = pages.flatMap(({ path, menu }) =>
    menu
      ? [{ ...menu, to: (path === '/' ? home : `${home}${path}`) as NonNullable<LinkProps['to']> }]
      : [],
  );
  const groups = [...new Set<MenuGroup>(items.map(({ group }) => group))];
  return groups.map((group) => ({
    title: texts.groups[group],
    items: items.filter((item) => item.group === group),
  }));
}
