import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';

/** The pages before the log-in. */
export const loggedOutPages = [
  {
    path: '/entrar',
    component: lazyPage(() => import('#panel/features/accounts/auth/log-in-page.tsx'), 'LogInPage'),
  },
  {
    path: '/cadastrar',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/sign-up-page.tsx'),
      'SignUpPage',
    ),
  },
  {
    path: '/esqueci-a-senha',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/forgotten-password-page.tsx'),
      'ForgottenPasswordPage',
    ),
  },
  {
    path: '/nova-senha',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/new-password-page.tsx'),
      'NewPasswordPage',
    ),
  },
  {
    path: '/confirmar-email',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/confirm-email-page.tsx'),
      'ConfirmEmailPage',
    ),
  },
  {
    path: '/convite',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/team/invitation-page.tsx'),
      'InvitationPage',
    ),
  },
  {
    path: '/fechamentos-por-email',
    component: lazyPage(
      () => import('#panel/features/reports/closing-mails/recipient-page.tsx'),
      'RecipientPage',
    ),
  },
] as const satisfies readonly Page[];
