import { IconQuestionMark } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const operatorPages = [
  {
    path: '/recebimentos',
    component: lazyPage(() => import('./incoming-payments-page.tsx'), 'IncomingPaymentsPage'),
    menu: { group: 'platform', label: 'A identificar', icon: IconQuestionMark },
  },
] as const satisfies readonly Page[];
