import { IconArrowsExchange } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/transferencias',
    component: lazyPage(() => import('./transfers-page.tsx'), 'TransfersPage'),
    menu: { group: 'paying', label: menu.transfers, icon: IconArrowsExchange },
  },
] as const satisfies readonly Page[];
