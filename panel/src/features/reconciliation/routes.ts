import { IconScale } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/conciliacao',
    component: lazyPage(() => import('./reconciliation-page.tsx'), 'ReconciliationPage'),
    menu: { group: 'platform', label: menu.reconciliation, icon: IconScale },
  },
] as const satisfies readonly Page[];
