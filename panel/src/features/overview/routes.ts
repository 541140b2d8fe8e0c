import { IconHome } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/',
    component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
    menu: { group: 'money', label: 'Início', icon: IconHome },
  },
] as const satisfies readonly Page[];
