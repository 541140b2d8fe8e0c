import { IconBuildingStore } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/lojistas',
    component: lazyPage(() => import('./merchants-page.tsx'), 'MerchantsPage'),
    menu: { group: 'platform', label: menu.merchants, icon: IconBuildingStore },
  },
  {
    path: '/lojistas/$username',
    component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
  },
] as const satisfies readonly Page[];
