import { IconListCheck } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/saques-em-lote',
    component: lazyPage(() => import('./batches-page.tsx'), 'BatchesPage'),
    menu: { group: 'paying', label: menu.payoutBatches, icon: IconListCheck },
  },
  {
    path: '/saques-em-lote/$id',
    component: lazyPage(() => import('./batch-page.tsx'), 'BatchPage'),
  },
] as const satisfies readonly Page[];
