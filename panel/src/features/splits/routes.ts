import { IconChartPie } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/splits',
    component: lazyPage(() => import('./splits-page.tsx'), 'SplitsPage'),
    menu: { group: 'charging', label: menu.splits, icon: IconChartPie },
  },
] as const satisfies readonly Page[];
