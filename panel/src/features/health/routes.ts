import { IconActivity } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/saude',
    component: lazyPage(() => import('./health-page.tsx'), 'HealthPage'),
    menu: { group: 'platform', label: menu.health, icon: IconActivity },
  },
] as const satisfies readonly Page[];
