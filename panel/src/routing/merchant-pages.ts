import { loadHome } from '#panel/features/reports/overview/overview-query.ts';
import { askForTransactions } from '#panel/features/reports/transactions/transactions-query.ts';
import {
  IconActivity,
  IconArrowBackUp,
  IconArrowsExchange,
  IconBell,
  IconChartPie,
  IconChecks,
  IconCopy,
  IconFileText,
  IconHistory,
  IconHome,
  IconIdBadge2,
  IconKey,
  IconLink,
  IconListCheck,
  IconMail,
  IconPackage,
  IconPhoto,
  IconPlug,
  IconPlus,
  IconReceipt2,
  IconRefresh,
  IconRotateClockwise,
  IconScale,
  IconSend,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '#panel/icons.ts';
import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';

/** The merchants’ pages, below `/painel`, in the order of their menu. */
export const merchantPages = [
  {
    path: '/',
    component: lazyPage(
      () => import('#panel/features/reports/overview/overview-page.tsx'),
      'OverviewPage',
    ),
    load: loadHome,
    title: { 'pt-BR': 'Início', en: 'Home' },
    menu: { icon: IconHome },
  },
  {
    path: '/cobrar',
    component: lazyPage(
      () => import('#panel/features/charges/counter/counter-page.tsx'),
      'CounterPage',
    ),
    title: { 'pt-BR': 'Cobrar', en: 'Charge' },
    menu: { icon: IconPlus, operation: 'listCounterCharges' },
  },
  {
    path: '/transacoes',
    component: lazyPage(
      () => import('#panel/features/reports/transactions/transactions-page.tsx'),
      'TransactionsPage',
    ),
    load: askForTransactions,
    title: { 'pt-BR': 'Transações', en: 'Transactions' },
    menu: { section: 'transactions', icon: IconReceipt2 },
  },
  {
    path: '/devolucoes',
    component: lazyPage(
      () => import('#panel/features/money-out/refunds/refunds-page.tsx'),
      'RefundsPage',
    ),
    title: { 'pt-BR': 'Devoluções', en: 'Refunds' },
    menu: { section: 'transactions', icon: IconArrowBackUp },
  },
  {
    path: '/transacoes/$id',
    component: lazyPage(
      () => import('#panel/features/reports/transactions/transaction-page.tsx'),
      'TransactionPage',
    ),
  },
  {
    path: '/clientes',
    component: lazyPage(
      () => import('#panel/features/reports/customers/customers-page.tsx'),
      'CustomersPage',
    ),
    title: { 'pt-BR': 'Clientes', en: 'Customers' },
    menu: { icon: IconUsers },
  },
  {
    path: '/clientes/$id',
    component: lazyPage(
      () => import('#panel/features/reports/customers/customer-page.tsx'),
      'CustomerPage',
    ),
  },
  {
    path: '/links',
    component: lazyPage(() => import('#panel/features/charges/links/links-page.tsx'), 'LinksPage'),
    title: { 'pt-BR': 'Links de pagamento', en: 'Payment links' },
    menu: { section: 'charging', icon: IconLink },
  },
  {
    path: '/links/$linkId',
    component: lazyPage(() => import('#panel/features/charges/links/link-page.tsx'), 'LinkPage'),
  },
  {
    path: '/produtos',
    component: lazyPage(
      () => import('#panel/features/charges/links/products/products-page.tsx'),
      'ProductsPage',
    ),
    title: { 'pt-BR': 'Produtos', en: 'Products' },
    menu: { section: 'charging', icon: IconPackage },
  },
  {
    path: '/cobrancas-em-lote',
    component: lazyPage(
      () => import('#panel/features/charges/batches/charge-batches-page.tsx'),
      'ChargeBatchesPage',
    ),
    title: { 'pt-BR': 'Cobranças em lote', en: 'Batch charges' },
    menu: { section: 'charging', icon: IconCopy },
  },
  {
    path: '/cobrancas-em-lote/$id',
    component: lazyPage(
      () => import('#panel/features/charges/batches/charge-batch-page.tsx'),
      'ChargeBatchPage',
    ),
  },
  {
    path: '/assinaturas',
    component: lazyPage(
      () => import('#panel/features/subscriptions/subscriptions-page.tsx'),
      'SubscriptionsPage',
    ),
    title: { 'pt-BR': 'Assinaturas', en: 'Subscriptions' },
    menu: { section: 'charging', icon: IconRefresh },
  },
  {
    path: '/assinaturas/$id',
    component: lazyPage(
      () => import('#panel/features/subscriptions/subscription-page.tsx'),
      'SubscriptionPage',
    ),
  },
  {
    path: '/saques',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/payouts-page.tsx'),
      'PayoutsPage',
    ),
    title: { 'pt-BR': 'Saques', en: 'Payouts' },
    menu: { section: 'paying', icon: IconSend },
  },
  {
    path: '/saques-em-lote',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/batches/batches-page.tsx'),
      'BatchesPage',
    ),
    title: { 'pt-BR': 'Saques em lote', en: 'Batch payouts' },
    menu: { section: 'paying', icon: IconListCheck },
  },
  {
    path: '/saques-em-lote/$id',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/batches/batch-page.tsx'),
      'BatchPage',
    ),
  },
  {
    path: '/saque-automatico',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/automatic/automatic-payout-page.tsx'),
      'AutomaticPayoutPage',
    ),
    title: { 'pt-BR': 'Saque automático', en: 'Automatic payout' },
    menu: { section: 'paying', icon: IconRotateClockwise },
  },
  {
    path: '/favorecidos',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/beneficiaries/beneficiaries-page.tsx'),
      'BeneficiariesPage',
    ),
    title: { 'pt-BR': 'Favorecidos', en: 'Beneficiaries' },
    menu: { section: 'paying', icon: IconUser },
  },
  {
    path: '/aprovacoes',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/approval/approvals-page.tsx'),
      'ApprovalsPage',
    ),
    title: { 'pt-BR': 'Aprovações', en: 'Approvals' },
    menu: {
      section: 'paying',
      icon: IconChecks,
      count: 'approvals',
    },
  },
  {
    path: '/limites',
    component: lazyPage(
      () => import('#panel/features/money-out/payouts/limits/limits-page.tsx'),
      'LimitsPage',
    ),
    title: { 'pt-BR': 'Limites de saque', en: 'Payout limits' },
    menu: { section: 'paying', icon: IconShieldLock },
  },
  {
    path: '/transferencias',
    component: lazyPage(
      () => import('#panel/features/money-out/transfers/transfers-page.tsx'),
      'TransfersPage',
    ),
    title: { 'pt-BR': 'Transferências', en: 'Transfers' },
    menu: { section: 'paying', icon: IconArrowsExchange },
  },
  {
    path: '/splits',
    component: lazyPage(
      () => import('#panel/features/charges/splits/splits-page.tsx'),
      'SplitsPage',
    ),
    title: { 'pt-BR': 'Splits recebidos', en: 'Splits received' },
    menu: { section: 'charging', icon: IconChartPie },
  },
  {
    path: '/contestacoes',
    component: lazyPage(() => import('#panel/features/disputes/disputes-page.tsx'), 'DisputesPage'),
    title: { 'pt-BR': 'Contestações', en: 'Disputes' },
    menu: {
      icon: IconScale,
      count: 'disputes',
    },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(() => import('#panel/features/disputes/dispute-page.tsx'), 'DisputePage'),
  },
  {
    path: '/extrato',
    component: lazyPage(
      () => import('#panel/features/reports/statements/statement-page.tsx'),
      'StatementPage',
    ),
    title: { 'pt-BR': 'Extrato', en: 'Statement' },
    menu: { section: 'reports', icon: IconFileText },
  },
  {
    path: '/fechamentos',
    component: lazyPage(
      () => import('#panel/features/reports/closing-mails/closings-page.tsx'),
      'ClosingsPage',
    ),
    title: { 'pt-BR': 'Fechamentos', en: 'Closings' },
    menu: { section: 'reports', icon: IconMail },
  },
  {
    path: '/integracoes',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/credentials/credentials-page.tsx'),
      'CredentialsPage',
    ),
    title: { 'pt-BR': 'Chaves de API', en: 'API keys' },
    menu: {
      section: 'integration',
      icon: IconKey,
      operation: 'listCredentials',
    },
  },
  {
    path: '/api-pix',
    component: lazyPage(() => import('#panel/features/api-pix/api-pix-page.tsx'), 'ApiPixPage'),
    title: { 'pt-BR': 'API Pix (ERP)', en: 'API Pix (ERP)' },
    menu: { section: 'integration', icon: IconPlug, operation: 'getApiPixSettings' },
  },
  {
    path: '/terminal',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/credentials/device-log-in-page.tsx'),
      'DeviceLogInPage',
    ),
    title: { 'pt-BR': 'Conectar o terminal', en: 'Connect the terminal' },
  },
  {
    path: '/webhooks',
    component: lazyPage(() => import('#panel/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    title: { 'pt-BR': 'Webhooks', en: 'Webhooks' },
    menu: {
      section: 'integration',
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
    component: lazyPage(
      () => import('#panel/features/charges/payment-page/look-page.tsx'),
      'LookPage',
    ),
    title: { 'pt-BR': 'Página de pagamento', en: 'Payment page' },
    menu: { section: 'charging', icon: IconPhoto },
  },
  {
    path: '/emails-ao-pagador',
    component: lazyPage(
      () => import('#panel/features/messages/payer-mails/payer-mails-page.tsx'),
      'PayerMailsPage',
    ),
    title: { 'pt-BR': 'E-mails ao pagador', en: 'E-mails to payers' },
    menu: { section: 'charging', icon: IconMail },
  },
  {
    path: '/requisicoes',
    component: lazyPage(
      () => import('#panel/features/reports/request-records/requests-page.tsx'),
      'RequestsPage',
    ),
    title: { 'pt-BR': 'Requisições', en: 'Requests' },
    menu: {
      section: 'integration',
      icon: IconActivity,
      operation: 'listRequests',
    },
  },
  {
    path: '/cadastro',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/kyc/kyc-page.tsx'),
      'KycPage',
    ),
    title: { 'pt-BR': 'Cadastro', en: 'Registration' },
    menu: { section: 'account', icon: IconIdBadge2, operation: 'getKyc' },
  },
  {
    path: '/equipe',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/team/team-page.tsx'),
      'TeamPage',
    ),
    title: { 'pt-BR': 'Equipe', en: 'Team' },
    menu: { section: 'account', icon: IconUser, operation: 'listMembers' },
  },
  {
    path: '/notificacoes',
    component: lazyPage(
      () => import('#panel/features/messages/notifications/preferences-page.tsx'),
      'PreferencesPage',
    ),
    title: { 'pt-BR': 'Notificações', en: 'Notifications' },
    menu: { section: 'account', icon: IconBell },
  },
  {
    path: '/auditoria',
    component: lazyPage(
      () => import('#panel/features/accounts/audit/own-audit-page.tsx'),
      'OwnAuditPage',
    ),
    title: { 'pt-BR': 'Alterações', en: 'Changes' },
    menu: { section: 'account', icon: IconHistory, operation: 'listOwnChanges' },
  },
  {
    path: '/lojas',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/memberships/shops-page.tsx'),
      'ShopsPage',
    ),
  },
  {
    path: '/conta',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/account-page.tsx'),
      'AccountPage',
    ),
  },
] as const satisfies readonly Page[];
