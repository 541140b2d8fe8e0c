import {
  IconActivity,
  IconArrowsExchange,
  IconBook2,
  IconBuildingStore,
  IconChartPie,
  IconFileText,
  IconHistory,
  IconHome,
  IconIdBadge2,
  IconKey,
  IconMail,
  IconQuestionMark,
  IconReceipt2,
  IconScale,
  IconSend,
  IconWebhook,
} from '#panel/icons.ts';
import { texts } from './texts.ts';

const { menu, groups } = texts;

/** The merchants' menu, in groups. */
export const merchantNavigation = [
  {
    title: groups.money,
    items: [
      { to: '/painel', label: menu.overview, icon: IconHome },
      { to: '/painel/transacoes', label: menu.transactions, icon: IconReceipt2 },
      { to: '/painel/saques', label: menu.payouts, icon: IconSend },
      { to: '/painel/transferencias', label: menu.transfers, icon: IconArrowsExchange },
      { to: '/painel/splits', label: menu.splits, icon: IconChartPie },
      { to: '/painel/extrato', label: menu.statement, icon: IconFileText },
    ],
  },
  {
    title: groups.integration,
    items: [
      { to: '/painel/integracoes', label: menu.credentials, icon: IconKey },
      { to: '/painel/webhooks', label: menu.webhooks, icon: IconWebhook },
    ],
  },
  {
    title: groups.account,
    items: [
      { to: '/painel/cadastro', label: menu.kyc, icon: IconIdBadge2 },
      { to: '/painel/auditoria', label: menu.ownAudit, icon: IconHistory },
    ],
  },
] as const;

/** The operators' menu. */
export const operatorNavigation = [
  {
    title: groups.platform,
    items: [
      { to: '/operador', label: menu.operatorHome, icon: IconHome },
      { to: '/operador/lojistas', label: menu.merchants, icon: IconBuildingStore },
      { to: '/operador/cadastros', label: menu.kycQueue, icon: IconIdBadge2 },
      { to: '/operador/recebimentos', label: menu.incomingPayments, icon: IconQuestionMark },
      { to: '/operador/retidos', label: menu.held, icon: IconSend },
      { to: '/operador/conciliacao', label: menu.reconciliation, icon: IconScale },
      { to: '/operador/livro', label: menu.ledger, icon: IconBook2 },
      { to: '/operador/saude', label: menu.health, icon: IconActivity },
      { to: '/operador/mensagens', label: menu.mails, icon: IconMail },
      { to: '/operador/auditoria', label: menu.audit, icon: IconHistory },
    ],
  },
] as const;

export type Navigation = typeof merchantNavigation | typeof operatorNavigation;
