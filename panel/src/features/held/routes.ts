import { IconSend } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/retidos',
    component: lazyPage(() => import('./held-page.tsx'), 'HeldPage'),
    menu: { group: 'platform', label: menu.held, icon: IconSend },
  },
] as const satisfies readonly Page[];
