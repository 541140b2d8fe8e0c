import { IconFileText } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/extrato',
    component: lazyPage(() => import('./statement-page.tsx'), 'StatementPage'),
    menu: { group: 'money', label: 'Extrato', icon: IconFileText },
  },
] as const satisfies readonly Page[];
