import { IconScale } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/contestacoes',
    component: lazyPage(() => import('./disputes-page.tsx'), 'DisputesPage'),
    menu: { group: 'money', label: 'Contestações', icon: IconScale },
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
    menu: { group: 'platform', label: 'Contestações', icon: IconScale },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(() => import('./operator-dispute-page.tsx'), 'OperatorDisputePage'),
  },
] as const satisfies readonly Page[];
