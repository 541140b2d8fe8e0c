import { IconChecks, IconShieldLock } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const merchantPages = [
  {
    path: '/aprovacoes',
    component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
    menu: { group: 'money', label: 'Aprovações', icon: IconChecks },
  },
  {
    path: '/limites',
    component: lazyPage(() => import('./controls-page.tsx'), 'ControlsPage'),
    menu: { group: 'money', label: 'Limites de saque', icon: IconShieldLock },
  },
] as const satisfies readonly Page[];
