import { IconActivity } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/requisicoes',
    component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
    menu: {
      group: 'integration',
      label: menu.requests,
      icon: IconActivity,
      operation: 'listRequests',
    },
  },
] as const satisfies readonly Page[];
