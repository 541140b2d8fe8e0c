import { IconRotateClockwise } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/saque-automatico',
    component: lazyPage(() => import('./automatic-page.tsx'), 'AutomaticPage'),
    menu: { group: 'paying', label: menu.automaticPayout, icon: IconRotateClockwise },
  },
] as const satisfies readonly Page[];
