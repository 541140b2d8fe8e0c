import { IconSend } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/saques',
    component: lazyPage(() => import('./payouts-page.tsx'), 'PayoutsPage'),
    menu: { group: 'paying', label: menu.payouts, icon: IconSend },
  },
] as const satisfies readonly Page[];
