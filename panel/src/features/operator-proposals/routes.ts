import { IconChecks } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const operatorPages = [
  {
    path: '/propostas',
    component: lazyPage(() => import('./proposals-page.tsx'), 'ProposalsPage'),
    menu: { group: 'platform', label: 'Propostas', icon: IconChecks },
  },
] as const satisfies readonly Page[];
