import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';

export const entrancePages = [
  {
    path: '/entrar',
    component: lazyPage(() => import('./log-in-page.tsx'), 'LogInPage'),
  },
  {
    path: '/cadastrar',
    component: lazyPage(() => import('./sign-up-page.tsx'), 'SignUpPage'),
  },
  {
    path: '/esqueci-a-senha',
    component: lazyPage(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
  },
  {
    path: '/nova-senha',
    component: lazyPage(() => import('./new-password-page.tsx'), 'NewPasswordPage'),
  },
  {
    path: '/confirmar-email',
    component: lazyPage(() => import('./confirm-page.tsx'), 'ConfirmPage'),
  },
] as const satisfies readonly Page[];

export const merchantPages = [
  {
    path: '/conta',
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  },
] as const satisfies readonly Page[];

export const operatorPages = [
  {
    path: '/conta',
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  },
] as const satisfies readonly Page[];
