import { IconReceipt2 } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/transacoes',
    component: lazyPage(() => import('./transactions-page.tsx'), 'TransactionsPage'),
    menu: { group: 'money', label: menu.transactions, icon: IconReceipt2 },
  },
  {
    path: '/transacoes/$id',
    component: lazyPage(() => import('./transaction-page.tsx'), 'TransactionPage'),
  },
] as const satisfies readonly Page[];
