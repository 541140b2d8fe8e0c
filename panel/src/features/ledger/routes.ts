import { IconBook2, IconHome } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

/** The operators' first page and first entry of the menu. */
export const operatorHomePages = [
  {
    path: '/',
    component: lazyPage(() => import('./operator-home-page.tsx'), 'OperatorHomePage'),
    menu: { group: 'platform', label: menu.home, icon: IconHome },
  },
] as const satisfies readonly Page[];

export const operatorPages = [
  {
    path: '/livro',
    component: lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage'),
    menu: { group: 'platform', label: menu.ledger, icon: IconBook2 },
  },
] as const satisfies readonly Page[];
