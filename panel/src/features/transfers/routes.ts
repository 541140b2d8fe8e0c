import { IconArrowsExchange } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/transferencias',
    component: lazyPage(() => import('./transfers-page.tsx'), 'TransfersPage'),
    menu: { group: 'money', label: 'Transferências', icon: IconArrowsExchange },
  },
] as const satisfies readonly Page[];
