import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';

/** The pages before the log-in. */
export const loggedOutPages = [
  {
    path: '/entrar',
    component: lazyPage(() => import('#panel/features/auth/log-in-page.tsx'), 'LogInPage'),
  },
  {
    path: '/cadastrar',
    component: lazyPage(() => import('#panel/features/auth/sign-up-page.tsx'), 'SignUpPage'),
  },
  {
    path: '/esqueci-a-senha',
    component: lazyPage(() => import('#panel/features/auth/forgotten-page.tsx'), 'ForgottenPage'),
  },
  {
    path: '/nova-senha',
    component: lazyPage(
      () => import('#panel/features/auth/new-password-page.tsx'),
      'NewPasswordPage',
    ),
  },
  {
    path: '/confirmar-email',
    component: lazyPage(() => import('#panel/features/auth/confirm-page.tsx'), 'ConfirmPage'),
  },
  {
    path: '/convite',
    component: lazyPage(() => import('#panel/features/team/invitation-page.tsx'), 'InvitationPage'),
  },
] as const satisfies readonly Page[];
