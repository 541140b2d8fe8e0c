import { IconQuestionMark } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/recebimentos',
    component: lazyPage(() => import('./incoming-payments-page.tsx'), 'IncomingPaymentsPage'),
    menu: { group: 'platform', label: menu.incomingPayments, icon: IconQuestionMark },
  },
] as const satisfies readonly Page[];
