import { IconChecks, IconShieldLock } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/aprovacoes',
    component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
    menu: { group: 'paying', label: menu.approvals, icon: IconChecks },
  },
  {
    path: '/limites',
    component: lazyPage(() => import('./controls-page.tsx'), 'ControlsPage'),
    menu: { group: 'paying', label: menu.payoutLimits, icon: IconShieldLock },
  },
] as const satisfies readonly Page[];
