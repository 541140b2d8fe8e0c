import { IconBell } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/notificacoes',
    component: lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage'),
    menu: { group: 'account', label: menu.notifications, icon: IconBell },
  },
] as const satisfies readonly Page[];
