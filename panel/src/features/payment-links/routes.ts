import { IconLink, IconPackage } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/links',
    component: lazyPage(() => import('./links-page.tsx'), 'LinksPage'),
    menu: { group: 'charging', label: menu.paymentLinks, icon: IconLink },
  },
  {
    path: '/links/$linkId',
    component: lazyPage(() => import('./link-page.tsx'), 'LinkPage'),
  },
  {
    path: '/produtos',
    component: lazyPage(() => import('./products/products-page.tsx'), 'ProductsPage'),
    menu: { group: 'charging', label: menu.products, icon: IconPackage },
  },
] as const satisfies readonly Page[];
