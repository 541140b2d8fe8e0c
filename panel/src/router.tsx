import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import {
  type EnvironmentInAddress,
  environmentInAddress,
  environmentOfAddress,
} from './layout/environment.tsx';
import { ErrorPage } from './layout/error-page.tsx';
import { lazyPage } from './layout/lazy-page.ts';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { loadSession } from './layout/session.ts';

/** All pages: their paths, and who may open them. Each page is loaded when it is first opened. */
const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar' });
    throw redirect({ to: session.role === 'merchant' ? '/painel' : '/operador' });
  },
});

const entrance = <Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const entranceRoutes = [
  entrance(
    '/entrar',
    lazyPage(() => import('#panel/features/auth/log-in-page.tsx'), 'LogInPage'),
  ),
  entrance(
    '/cadastrar',
    lazyPage(() => import('#panel/features/auth/sign-up-page.tsx'), 'SignUpPage'),
  ),
  entrance(
    '/esqueci-a-senha',
    lazyPage(() => import('#panel/features/auth/forgotten-page.tsx'), 'ForgottenPage'),
  ),
  entrance(
    '/nova-senha',
    lazyPage(() => import('#panel/features/auth/new-password-page.tsx'), 'NewPasswordPage'),
  ),
  entrance(
    '/confirmar-email',
    lazyPage(() => import('#panel/features/auth/confirm-page.tsx'), 'ConfirmPage'),
  ),
] as const;

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/painel',
  validateSearch: (search: Record<string, unknown>): { ambiente?: EnvironmentInAddress } => {
    const environment = environmentOfAddress(search.ambiente);
    return { ...search, ambiente: environment && environmentInAddress(environment) };
  },
  search: { middlewares: [retainSearchParams(['ambiente'])] },
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    if (session.role === 'operator') throw redirect({ to: '/operador' });
  },
  component: lazyPage(() => import('./layout/merchant-shell.tsx'), 'MerchantShell'),
});

const merchantPage = <Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => merchantRoute, path, component });

const merchantRoutes = [
  merchantPage(
    '/',
    lazyPage(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  merchantPage(
    '/transacoes',
    lazyPage(() => import('./features/transactions/transactions-page.tsx'), 'TransactionsPage'),
  ),
  merchantPage(
    '/transacoes/$id',
    lazyPage(() => import('./features/transactions/transaction-page.tsx'), 'TransactionPage'),
  ),
  merchantPage(
    '/splits',
    lazyPage(() => import('./features/splits/splits-page.tsx'), 'SplitsPage'),
  ),
  merchantPage(
    '/extrato',
    lazyPage(() => import('./features/statements/statement-page.tsx'), 'StatementPage'),
  ),
  merchantPage(
    '/saques',
    lazyPage(() => import('./features/payouts/payouts-page.tsx'), 'PayoutsPage'),
  ),
  merchantPage(
    '/transferencias',
    lazyPage(() => import('./features/transfers/transfers-page.tsx'), 'TransfersPage'),
  ),
  merchantPage(
    '/integracoes',
    lazyPage(() => import('./features/credentials/credentials-page.tsx'), 'CredentialsPage'),
  ),
  merchantPage(
    '/webhooks',
    lazyPage(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  merchantPage(
    '/webhooks/$webhookId',
    lazyPage(() => import('./features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  ),
  merchantPage(
    '/cadastro',
    lazyPage(() => import('./features/merchants/kyc/kyc-page.tsx'), 'KycPage'),
  ),
  merchantPage(
    '/auditoria',
    lazyPage(() => import('./features/audit/own-audit-page.tsx'), 'OwnAuditPage'),
  ),
  merchantPage(
    '/conta',
    lazyPage(() => import('#panel/features/auth/account-page.tsx'), 'AccountPage'),
  ),
] as const;

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operador',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    if (session.role === 'merchant') throw redirect({ to: '/painel' });
  },
  component: lazyPage(() => import('./layout/operator-shell.tsx'), 'OperatorShell'),
});

const operatorPage = <Path extends string>(path: Path, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => operatorRoute, path, component });

const operatorRoutes = [
  operatorPage(
    '/',
    lazyPage(() => import('./features/ledger/operator-home-page.tsx'), 'OperatorHomePage'),
  ),
  operatorPage(
    '/lojistas',
    lazyPage(() => import('./features/merchants/merchants-page.tsx'), 'MerchantsPage'),
  ),
  operatorPage(
    '/lojistas/$username',
    lazyPage(() => import('./features/merchants/merchant-page.tsx'), 'MerchantPage'),
  ),
  operatorPage(
    '/cadastros',
    lazyPage(() => import('./features/merchants/kyc/kyc-queue-page.tsx'), 'KycQueuePage'),
  ),
  operatorPage(
    '/cadastros/$applicationId',
    lazyPage(
      () => import('./features/merchants/kyc/kyc-application-page.tsx'),
      'KycApplicationPage',
    ),
  ),
  operatorPage(
    '/recebimentos',
    lazyPage(
      () => import('#panel/features/incoming-payments/incoming-payments-page.tsx'),
      'IncomingPaymentsPage',
    ),
  ),
  operatorPage(
    '/retidos',
    lazyPage(() => import('./features/held/held-page.tsx'), 'HeldPage'),
  ),
  operatorPage(
    '/conciliacao',
    lazyPage(
      () => import('./features/reconciliation/reconciliation-page.tsx'),
      'ReconciliationPage',
    ),
  ),
  operatorPage(
    '/livro',
    lazyPage(() => import('./features/ledger/ledger-page.tsx'), 'LedgerPage'),
  ),
  operatorPage(
    '/saude',
    lazyPage(() => import('./features/health/health-page.tsx'), 'HealthPage'),
  ),
  operatorPage(
    '/mensagens',
    lazyPage(() => import('./features/mail/mails-page.tsx'), 'MailsPage'),
  ),
  operatorPage(
    '/auditoria',
    lazyPage(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
  ),
  operatorPage(
    '/conta',
    lazyPage(() => import('#panel/features/auth/account-page.tsx'), 'AccountPage'),
  ),
] as const;

const routeTree = rootRoute.addChildren([
  homeRoute,
  ...entranceRoutes,
  merchantRoute.addChildren([...merchantRoutes]),
  operatorRoute.addChildren([...operatorRoutes]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
