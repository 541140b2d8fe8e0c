import { IconUser } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/favorecidos',
    component: lazyPage(() => import('./beneficiaries-page.tsx'), 'BeneficiariesPage'),
    menu: { group: 'paying', label: menu.beneficiaries, icon: IconUser },
  },
] as const satisfies readonly Page[];
