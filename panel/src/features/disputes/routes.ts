import { IconScale } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/contestacoes',
    component: lazyPage(() => import('./disputes-page.tsx'), 'DisputesPage'),
    menu: { group: 'charging', label: menu.disputes, icon: IconScale },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(() => import('./dispute-page.tsx'), 'DisputePage'),
  },
] as const satisfies readonly Page[];

export const operatorPages = [
  {
    path: '/contestacoes',
    component: lazyPage(() => import('./operator-disputes-page.tsx'), 'OperatorDisputesPage'),
    menu: { group: 'platform', label: menu.disputes, icon: IconScale },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(() => import('./operator-dispute-page.tsx'), 'OperatorDisputePage'),
  },
] as const satisfies readonly Page[];
