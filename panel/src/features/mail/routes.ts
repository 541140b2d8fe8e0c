import { IconMail } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const operatorPages = [
  {
    path: '/mensagens',
    component: lazyPage(() => import('./mails-page.tsx'), 'MailsPage'),
    menu: { group: 'platform', label: menu.mails, icon: IconMail },
  },
] as const satisfies readonly Page[];
