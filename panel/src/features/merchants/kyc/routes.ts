import { IconIdBadge2 } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/cadastro',
    component: lazyPage(() => import('./kyc-page.tsx'), 'KycPage'),
    menu: { group: 'account', label: menu.kyc, icon: IconIdBadge2, operation: 'getKyc' },
  },
] as const satisfies readonly Page[];

export const operatorPages = [
  {
    path: '/cadastros',
    component: lazyPage(() => import('./kyc-queue-page.tsx'), 'KycQueuePage'),
    menu: { group: 'platform', label: menu.kycQueue, icon: IconIdBadge2 },
  },
  {
    path: '/cadastros/$applicationId',
    component: lazyPage(() => import('./kyc-application-page.tsx'), 'KycApplicationPage'),
  },
] as const satisfies readonly Page[];
