import { IconUser } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/operadores',
    component: lazyPage(() => import('./operators-page.tsx'), 'OperatorsPage'),
    menu: {
      group: 'platform',
      label: menu.operators,
      icon: IconUser,
      operation: 'listOperators',
    },
  },
] as const satisfies readonly Page[];
