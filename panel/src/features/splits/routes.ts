import { IconChartPie } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/splits',
    component: lazyPage(() => import('./splits-page.tsx'), 'SplitsPage'),
    menu: { group: 'money', label: 'Splits recebidos', icon: IconChartPie },
  },
] as const satisfies readonly Page[];
