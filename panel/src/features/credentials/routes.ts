import { IconKey } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/integracoes',
    component: lazyPage(() => import('./credentials-page.tsx'), 'CredentialsPage'),
    menu: {
      group: 'integration',
      label: menu.credentials,
      icon: IconKey,
      operation: 'listCredentials',
    },
  },
] as const satisfies readonly Page[];
