import { IconChecks } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/propostas',
    component: lazyPage(() => import('./proposals-page.tsx'), 'ProposalsPage'),
    menu: { group: 'platform', label: menu.proposals, icon: IconChecks },
  },
] as const satisfies readonly Page[];
