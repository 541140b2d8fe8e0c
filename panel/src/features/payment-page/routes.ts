import { IconPhoto } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/pagina-de-pagamento',
    component: lazyPage(() => import('./look-page.tsx'), 'LookPage'),
    menu: { group: 'integration', label: menu.paymentPage, icon: IconPhoto },
  },
] as const satisfies readonly Page[];
