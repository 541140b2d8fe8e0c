import { IconFileText } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/extrato',
    component: lazyPage(() => import('./statement-page.tsx'), 'StatementPage'),
    menu: { group: 'money', label: menu.statement, icon: IconFileText },
  },
] as const satisfies readonly Page[];
