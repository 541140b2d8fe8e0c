import { IconHistory } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/auditoria',
    component: lazyPage(() => import('./own-audit-page.tsx'), 'OwnAuditPage'),
    menu: { group: 'account', label: menu.changes, icon: IconHistory },
  },
] as const satisfies readonly Page[];

export const operatorPages = [
  {
    path: '/auditoria',
    component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
    menu: { group: 'platform', label: menu.audit, icon: IconHistory },
  },
] as const satisfies readonly Page[];
