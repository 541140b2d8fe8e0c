import type { LinkProps } from '@tanstack/react-router';
import { merchantPages } from '#panel/routing/merchant-pages.ts';
import { operatorPages } from '#panel/routing/operator-pages.ts';
import type { Page } from '#panel/routing/page.ts';
import type { OperationId } from '#panel/session/session.ts';
import { language } from '#panel/texts/language.ts';
import { texts } from '#texts/layout.ts';

export type Home = '/painel' | '/operador';

/** A page in a menu. */
export interface MenuPage extends Omit<NonNullable<Page['menu']>, 'section'> {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
}

/** An entry of a menu: one page, or a section whose pages are tabs. */
export interface MenuEntry {
  readonly label: string;
  readonly pages: readonly MenuPage[];
}

/** The entries of a menu, in the order of the pages. */
export type Navigation = readonly MenuEntry[];

/** The merchants' menu. A page without an operation is for all who read the merchant's data. */
export const merchantNavigation = navigationOf('/painel', merchantPages, 'getOverview');

/** The operators' menu. */
export const operatorNavigation = navigationOf('/operador', operatorPages);

/** The places in the bar of a merchant's phone; each counts what waits in its section. */
export const merchantBar = [
  '/painel',
  '/painel/cobrar',
  '/painel/transacoes',
  '/painel/saques',
].flatMap((path) =>
  merchantNavigation.flatMap(({ pages }) => {
    const page = pages.find(({ to }) => to === path);
    const count = pages.find((one) => one.count)?.count;
    return page ? [{ label: page.label, pages: [{ ...page, ...(count && { count }) }] }] : [];
  }),
);

function navigationOf(home: Home, pages: readonly Page[], reads?: OperationId): Navigation {
  const entries = new Map<string, { label: string; pages: MenuPage[] }>();
  for (const { path, menu, title } of pages) {
    if (!menu || !title) continue;
    const to = (path === '/' ? home : `${home}${path}`) as MenuPage['to'];
    const { section, ...own } = { ...(reads && { operation: reads }), ...menu };
    const label = title[language];
    const name = section ?? path;
    const entry = entries.get(name) ?? {
      label: section ? texts.sections[section] : label,
      pages: [],
    };
    entry.pages.push({ ...own, to, label });
    entries.set(name, entry);
  }
  return [...entries.values()];
}

/** Whether an address is that of a page or of something below it. */
export function isBelow(address: string, { to }: MenuPage): boolean {
  return address === to || address.startsWith(`${to}/`);
}
