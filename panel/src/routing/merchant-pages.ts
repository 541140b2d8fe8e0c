import { queryClient } from '#panel/api/query-client.ts';
import { currentEnvironment } from '#panel/early/kept-choices.ts';
import { keptPeriod } from '#panel/early/overview-address.ts';
import { overviewQuery } from '#panel/features/overview/overview-query.ts';
import {
  IconActivity,
  IconArrowsExchange,
  IconBell,
  IconChartPie,
  IconChecks,
  IconFileText,
  IconHistory,
  IconHome,
  IconIdBadge2,
  IconKey,
  IconLink,
  IconListCheck,
  IconPackage,
  IconPhoto,
  IconReceipt2,
  IconRotateClockwise,
  IconScale,
  IconSend,
  IconShieldLock,
  IconUser,
  IconWebhook,
} from '#panel/icons.ts';
import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';

/** The merchants’ pages, below `/painel`, in the order of their menu. */
export const merchantPages = [
  {
    path: '/',
    component: lazyPage(() => import('#panel/features/overview/overview-page.tsx'), 'OverviewPage'),
    load: () => queryClient.ensureQueryData(overviewQuery(currentEnvironment(), keptPeriod())),
    title: { 'pt-BR': 'Início', en: 'Home' },
    menu: { group: 'money', icon: IconHome },
  },
  {
    path: '/transacoes',
    component: lazyPage(
      () => import('#panel/features/transactions/transactions-page.tsx'),
      'TransactionsPage',
    ),
    title: { 'pt-BR': 'Transações', en: 'Transactions' },
    menu: { group: 'money', icon: IconReceipt2 },
  },
  {
    path: '/transacoes/$id',
    component: lazyPage(
      () => import('#panel/features/transactions/transaction-page.tsx'),
      'TransactionPage',
    ),
  },
  {
    path: '/links',
    component: lazyPage(() => import('#panel/features/payment-links/links-page.tsx'), 'LinksPage'),
    title: { 'pt-BR': 'Links de pagamento', en: 'Payment links' },
    menu: { group: 'charging', icon: IconLink },
  },
  {
    path: '/links/$linkId',
    component: lazyPage(() => import('#panel/features/payment-links/link-page.tsx'), 'LinkPage'),
  },
  {
    path: '/produtos',
    component: lazyPage(
      () => import('#panel/features/payment-links/products/products-page.tsx'),
      'ProductsPage',
    ),
    title: { 'pt-BR': 'Produtos', en: 'Products' },
    menu: { group: 'charging', icon: IconPackage },
  },
  {
    path: '/saques',
    component: lazyPage(() => import('#panel/features/payouts/payouts-page.tsx'), 'PayoutsPage'),
    title: { 'pt-BR': 'Saques', en: 'Payouts' },
    menu: { group: 'paying', icon: IconSend },
  },
  {
    path: '/saques-em-lote',
    component: lazyPage(
      () => import('#panel/features/payouts/batches/batches-page.tsx'),
      'BatchesPage',
    ),
    title: { 'pt-BR': 'Saques em lote', en: 'Batch payouts' },
    menu: { group: 'paying', icon: IconListCheck },
  },
  {
    path: '/saques-em-lote/$id',
    component: lazyPage(
      () => import('#panel/features/payouts/batches/batch-page.tsx'),
      'BatchPage',
    ),
  },
  {
    path: '/saque-automatico',
    component: lazyPage(
      () => import('#panel/features/payouts/automatic/automatic-page.tsx'),
      'AutomaticPage',
    ),
    title: { 'pt-BR': 'Saque automático', en: 'Automatic payout' },
    menu: { group: 'paying', icon: IconRotateClockwise },
  },
  {
    path: '/favorecidos',
    component: lazyPage(
      () => import('#panel/features/payouts/beneficiaries/beneficiaries-page.tsx'),
      'BeneficiariesPage',
    ),
    title: { 'pt-BR': 'Favorecidos', en: 'Beneficiaries' },
    menu: { group: 'paying', icon: IconUser },
  },
  {
    path: '/aprovacoes',
    component: lazyPage(
      () => import('#panel/features/payouts/controls/approvals-page.tsx'),
      'ApprovalsPage',
    ),
    title: { 'pt-BR': 'Aprovações', en: 'Approvals' },
    menu: { group: 'paying', icon: IconChecks },
  },
  {
    path: '/limites',
    component: lazyPage(
      () => import('#panel/features/payouts/controls/controls-page.tsx'),
      'ControlsPage',
    ),
    title: { 'pt-BR': 'Limites de saque', en: 'Payout limits' },
    menu: { group: 'paying', icon: IconShieldLock },
  },
  {
    path: '/transferencias',
    component: lazyPage(
      () => import('#panel/features/transfers/transfers-page.tsx'),
      'TransfersPage',
    ),
    title: { 'pt-BR': 'Transferências', en: 'Transfers' },
    menu: { group: 'paying', icon: IconArrowsExchange },
  },
  {
    path: '/splits',
    component: lazyPage(() => import('#panel/features/splits/splits-page.tsx'), 'SplitsPage'),
    title: { 'pt-BR': 'Splits recebidos', en: 'Splits received' },
    menu: { group: 'charging', icon: IconChartPie },
  },
  {
    path: '/contestacoes',
    component: lazyPage(() => import('#panel/features/disputes/disputes-page.tsx'), 'DisputesPage'),
    title: { 'pt-BR': 'Contestações', en: 'Disputes' },
    menu: { group: 'charging', icon: IconScale },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(() => import('#panel/features/disputes/dispute-page.tsx'), 'DisputePage'),
  },
  {
    path: '/extrato',
    component: lazyPage(
      () => import('#panel/features/statements/statement-page.tsx'),
      'StatementPage',
    ),
    title: { 'pt-BR': 'Extrato', en: 'Statement' },
    menu: { group: 'money', icon: IconFileText },
  },
  {
    path: '/integracoes',
    component: lazyPage(
      () => import('#panel/features/credentials/credentials-page.tsx'),
      'CredentialsPage',
    ),
    title: { 'pt-BR': 'Chaves de API', en: 'API keys' },
    menu: {
      group: 'integration',
      icon: IconKey,
      operation: 'listCredentials',
    },
  },
  {
    path: '/webhooks',
    component: lazyPage(() => import('#panel/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    title: { 'pt-BR': 'Webhooks', en: 'Webhooks' },
    menu: {
      group: 'integration',
      icon: IconWebhook,
      operation: 'listWebhooks',
    },
  },
  {
    path: '/webhooks/$webhookId',
    component: lazyPage(() => import('#panel/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
  {
    path: '/pagina-de-pagamento',
    component: lazyPage(() => import('#panel/features/payment-page/look-page.tsx'), 'LookPage'),
    title: { 'pt-BR': 'Página de pagamento', en: 'Payment page' },
    menu: { group: 'integration', icon: IconPhoto },
  },
  {
    path: '/requisicoes',
    component: lazyPage(() => import('#panel/features/requests/requests-page.tsx'), 'RequestsPage'),
    title: { 'pt-BR': 'Requisições', en: 'Requests' },
    menu: {
      group: 'integration',
      icon: IconActivity,
      operation: 'listRequests',
    },
  },
  {
    path: '/cadastro',
    component: lazyPage(() => import('#panel/features/merchants/kyc/kyc-page.tsx'), 'KycPage'),
    title: { 'pt-BR': 'Cadastro', en: 'Registration' },
    menu: { group: 'account', icon: IconIdBadge2, operation: 'getKyc' },
  },
  {
    path: '/equipe',
    component: lazyPage(() => import('#panel/features/team/team-page.tsx'), 'TeamPage'),
    title: { 'pt-BR': 'Equipe', en: 'Team' },
    menu: { group: 'account', icon: IconUser },
  },
  {
    path: '/notificacoes',
    component: lazyPage(
      () => import('#panel/features/notifications/preferences-page.tsx'),
      'PreferencesPage',
    ),
    title: { 'pt-BR': 'Notificações', en: 'Notifications' },
    menu: { group: 'account', icon: IconBell },
  },
  {
    path: '/auditoria',
    component: lazyPage(() => import('#panel/features/audit/own-audit-page.tsx'), 'OwnAuditPage'),
    title: { 'pt-BR': 'Alterações', en: 'Changes' },
    menu: { group: 'account', icon: IconHistory },
  },
  {
    path: '/conta',
    component: lazyPage(() => import('#panel/features/auth/account-page.tsx'), 'AccountPage'),
  },
] as const satisfies readonly Page[];
