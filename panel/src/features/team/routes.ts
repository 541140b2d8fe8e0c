import { IconUser } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const entrancePages = [
  {
    path: '/convite',
    component: lazyPage(() => import('./invitation-page.tsx'), 'InvitationPage'),
  },
] as const satisfies readonly Page[];

export const merchantPages = [
  {
    path: '/equipe',
    component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
    menu: { group: 'account', label: menu.team, icon: IconUser },
  },
] as const satisfies readonly Page[];
