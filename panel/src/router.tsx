import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
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

const entrance = <Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
) => createRoute({ getParentRoute: () => rootRoute, path, component });

const entranceRoutes = [
  entrance(
    '/entrar',
    lazyRouteComponent(() => import('./features/accounts/log-in-page.tsx'), 'LogInPage'),
  ),
  entrance(
    '/cadastrar',
    lazyRouteComponent(() => import('./features/accounts/sign-up-page.tsx'), 'SignUpPage'),
  ),
  entrance(
    '/esqueci-a-senha',
    lazyRouteComponent(() => import('./features/accounts/forgotten-page.tsx'), 'ForgottenPage'),
  ),
  entrance(
    '/nova-senha',
    lazyRouteComponent(
      () => import('./features/accounts/new-password-page.tsx'),
      'NewPasswordPage',
    ),
  ),
  entrance(
    '/confirmar-email',
    lazyRouteComponent(() => import('./features/accounts/confirm-page.tsx'), 'ConfirmPage'),
  ),
] as const;

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/painel',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    if (session.role === 'operator') throw redirect({ to: '/operador' });
  },
  component: lazyRouteComponent(() => import('./layout/merchant-shell.tsx'), 'MerchantShell'),
});

const merchantPage = <Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
) => createRoute({ getParentRoute: () => merchantRoute, path, component });

const merchantRoutes = [
  merchantPage(
    '/',
    lazyRouteComponent(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  merchantPage(
    '/transacoes',
    lazyRouteComponent(
      () => import('./features/transactions/transactions-page.tsx'),
      'TransactionsPage',
    ),
  ),
  merchantPage(
    '/transacoes/$id',
    lazyRouteComponent(
      () => import('./features/transactions/transaction-page.tsx'),
      'TransactionPage',
    ),
  ),
  merchantPage(
    '/splits',
    lazyRouteComponent(() => import('./features/splits/splits-page.tsx'), 'SplitsPage'),
  ),
  merchantPage(
    '/extrato',
    lazyRouteComponent(() => import('./features/statements/statement-page.tsx'), 'StatementPage'),
  ),
  merchantPage(
    '/saques',
    lazyRouteComponent(() => import('./features/payouts/payouts-page.tsx'), 'PayoutsPage'),
  ),
  merchantPage(
    '/transferencias',
    lazyRouteComponent(() => import('./features/transfers/transfers-page.tsx'), 'TransfersPage'),
  ),
  merchantPage(
    '/integracoes',
    lazyRouteComponent(
      () => import('./features/credentials/credentials-page.tsx'),
      'CredentialsPage',
    ),
  ),
  merchantPage(
    '/webhooks',
    lazyRouteComponent(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  merchantPage(
    '/webhooks/$webhookId',
    lazyRouteComponent(() => import('./features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  ),
  merchantPage(
    '/cadastro',
    lazyRouteComponent(() => import('./features/merchants/kyc/kyc-page.tsx'), 'KycPage'),
  ),
  merchantPage(
    '/auditoria',
    lazyRouteComponent(() => import('./features/audit/own-audit-page.tsx'), 'OwnAuditPage'),
  ),
  merchantPage(
    '/conta',
    lazyRouteComponent(() => import('./features/accounts/account-page.tsx'), 'AccountPage'),
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
  component: lazyRouteComponent(() => import('./layout/operator-shell.tsx'), 'OperatorShell'),
});

const operatorPage = <Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
) => createRoute({ getParentRoute: () => operatorRoute, path, component });

const operatorRoutes = [
  operatorPage(
    '/',
    lazyRouteComponent(
      () => import('./features/ledger/operator-home-page.tsx'),
      'OperatorHomePage',
    ),
  ),
  operatorPage(
    '/lojistas',
    lazyRouteComponent(() => import('./features/merchants/merchants-page.tsx'), 'MerchantsPage'),
  ),
  operatorPage(
    '/lojistas/$username',
    lazyRouteComponent(() => import('./features/merchants/merchant-page.tsx'), 'MerchantPage'),
  ),
  operatorPage(
    '/cadastros',
    lazyRouteComponent(() => import('./features/merchants/kyc/kyc-queue-page.tsx'), 'KycQueuePage'),
  ),
  operatorPage(
    '/cadastros/$applicationId',
    lazyRouteComponent(
      () => import('./features/merchants/kyc/kyc-application-page.tsx'),
      'KycApplicationPage',
    ),
  ),
  operatorPage(
    '/recebimentos',
    lazyRouteComponent(() => import('./features/receipts/receipts-page.tsx'), 'ReceiptsPage'),
  ),
  operatorPage(
    '/conciliacao',
    lazyRouteComponent(
      () => import('./features/reconciliation/reconciliation-page.tsx'),
      'ReconciliationPage',
    ),
  ),
  operatorPage(
    '/livro',
    lazyRouteComponent(() => import('./features/ledger/ledger-page.tsx'), 'LedgerPage'),
  ),
  operatorPage(
    '/saude',
    lazyRouteComponent(() => import('./features/health/health-page.tsx'), 'HealthPage'),
  ),
  operatorPage(
    '/mensagens',
    lazyRouteComponent(() => import('./features/mail/mails-page.tsx'), 'MailsPage'),
  ),
  operatorPage(
    '/auditoria',
    lazyRouteComponent(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
  ),
  operatorPage(
    '/conta',
    lazyRouteComponent(() => import('./features/accounts/account-page.tsx'), 'AccountPage'),
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
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
