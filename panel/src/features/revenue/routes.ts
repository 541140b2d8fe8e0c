import { IconChartPie } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/receita',
    component: lazyPage(() => import('./revenue-page.tsx'), 'RevenuePage'),
    menu: { group: 'platform', label: menu.revenue, icon: IconChartPie },
  },
] as const satisfies readonly Page[];
