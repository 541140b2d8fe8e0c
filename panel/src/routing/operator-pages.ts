import {
  IconActivity,
  IconAlertTriangle,
  IconBook2,
  IconBuildingStore,
  IconChartPie,
  IconChecks,
  IconHistory,
  IconHome,
  IconIdBadge2,
  IconMail,
  IconQuestionMark,
  IconRefresh,
  IconScale,
  IconSend,
  IconUser,
} from '#panel/icons.ts';
import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';

/** The operators’ pages, below `/operador`, in the order of their menu. */
export const operatorPages = [
  {
    path: '/',
    component: lazyPage(
      () => import('#panel/features/ledger/operator-home-page.tsx'),
      'OperatorHomePage',
    ),
    title: { 'pt-BR': 'Início', en: 'Home' },
    menu: { icon: IconHome },
  },
  {
    path: '/lojistas',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/merchants-page.tsx'),
      'MerchantsPage',
    ),
    title: { 'pt-BR': 'Lojistas', en: 'Merchants' },
    menu: { icon: IconBuildingStore },
  },
  {
    path: '/lojistas/$username',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/merchant-page.tsx'),
      'MerchantPage',
    ),
  },
  {
    path: '/receita',
    component: lazyPage(
      () => import('#panel/features/reports/overview/revenue-page.tsx'),
      'RevenuePage',
    ),
    title: { 'pt-BR': 'Receita', en: 'Revenue' },
    menu: { icon: IconChartPie },
  },
  {
    path: '/assinaturas',
    component: lazyPage(
      () => import('#panel/features/subscriptions/subscriptions-of-all-page.tsx'),
      'SubscriptionsOfAllPage',
    ),
    title: { 'pt-BR': 'Assinaturas', en: 'Subscriptions' },
    menu: { icon: IconRefresh },
  },
  {
    path: '/cadastros',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/kyc/kyc-queue-page.tsx'),
      'KycQueuePage',
    ),
    title: { 'pt-BR': 'Cadastros', en: 'Registrations' },
    menu: { icon: IconIdBadge2 },
  },
  {
    path: '/cadastros/$applicationId',
    component: lazyPage(
      () => import('#panel/features/accounts/merchants/kyc/kyc-application-page.tsx'),
      'KycApplicationPage',
    ),
  },
  {
    path: '/recebimentos',
    component: lazyPage(
      () => import('#panel/features/incoming/payments/incoming-payments-page.tsx'),
      'IncomingPaymentsPage',
    ),
    title: { 'pt-BR': 'A identificar', en: 'Unmatched' },
    menu: { icon: IconQuestionMark },
  },
  {
    path: '/contestacoes',
    component: lazyPage(
      () => import('#panel/features/disputes/operator-disputes-page.tsx'),
      'OperatorDisputesPage',
    ),
    title: { 'pt-BR': 'Contestações', en: 'Disputes' },
    menu: { icon: IconScale },
  },
  {
    path: '/contestacoes/$id',
    component: lazyPage(
      () => import('#panel/features/disputes/operator-dispute-page.tsx'),
      'OperatorDisputePage',
    ),
  },
  {
    path: '/propostas',
    component: lazyPage(
      () => import('#panel/features/accounts/proposals/proposals-page.tsx'),
      'ProposalsPage',
    ),
    title: { 'pt-BR': 'Propostas', en: 'Proposals' },
    menu: { icon: IconChecks },
  },
  {
    path: '/retidos',
    component: lazyPage(
      () => import('#panel/features/incoming/reconciliation/held-orders-page.tsx'),
      'HeldOrdersPage',
    ),
    title: { 'pt-BR': 'Retidos', en: 'Held' },
    menu: { icon: IconSend },
  },
  {
    path: '/conciliacao',
    component: lazyPage(
      () => import('#panel/features/incoming/reconciliation/reconciliation-page.tsx'),
      'ReconciliationPage',
    ),
    title: { 'pt-BR': 'Conciliação', en: 'Reconciliation' },
    menu: { icon: IconScale },
  },
  {
    path: '/livro',
    component: lazyPage(() => import('#panel/features/ledger/ledger-page.tsx'), 'LedgerPage'),
    title: { 'pt-BR': 'Livro-razão', en: 'Ledger' },
    menu: { icon: IconBook2 },
  },
  {
    path: '/saude',
    component: lazyPage(() => import('#panel/features/host/health/health-page.tsx'), 'HealthPage'),
    title: { 'pt-BR': 'Saúde', en: 'Health' },
    menu: { icon: IconActivity },
  },
  {
    path: '/alertas/$cause',
    component: lazyPage(
      () => import('#panel/features/messages/alerts/alert-page.tsx'),
      'AlertPage',
    ),
  },
  {
    path: '/manual/$page',
    component: lazyPage(() => import('#panel/features/host/manual/manual-page.tsx'), 'ManualPage'),
  },
  {
    path: '/incidentes',
    component: lazyPage(
      () => import('#panel/features/messages/incidents/incidents-page.tsx'),
      'IncidentsPage',
    ),
    title: { 'pt-BR': 'Incidentes', en: 'Incidents' },
    menu: { icon: IconAlertTriangle },
  },
  {
    path: '/incidentes/$id',
    component: lazyPage(
      () => import('#panel/features/messages/incidents/incident-page.tsx'),
      'IncidentPage',
    ),
  },
  {
    path: '/mensagens',
    component: lazyPage(() => import('#panel/features/messages/mail/mails-page.tsx'), 'MailsPage'),
    title: { 'pt-BR': 'Mensagens', en: 'Messages' },
    menu: { icon: IconMail },
  },
  {
    path: '/operadores',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/operators/operators-page.tsx'),
      'OperatorsPage',
    ),
    title: { 'pt-BR': 'Operadores', en: 'Operators' },
    menu: {
      icon: IconUser,
      operation: 'listOperators',
    },
  },
  {
    path: '/auditoria',
    component: lazyPage(() => import('#panel/features/accounts/audit/audit-page.tsx'), 'AuditPage'),
    title: { 'pt-BR': 'Auditoria', en: 'Audit' },
    menu: { icon: IconHistory },
  },
  {
    path: '/conta',
    component: lazyPage(
      () => import('#panel/features/accounts/auth/account-page.tsx'),
      'AccountPage',
    ),
  },
] as const satisfies readonly Page[];
