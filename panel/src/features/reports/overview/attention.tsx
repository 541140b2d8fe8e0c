import { AttentionList, type Matter } from '#panel/components/attention-list.tsx';
import { formatCount } from '#panel/components/format.ts';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

const WEBHOOKS = { to: '/painel/webhooks', action: texts.seeWebhooks } as const;
const OVERDUE = {
  to: '/painel/transacoes',
  search: { vencidas: true },
  action: texts.seeOverdue,
} as const;
const DISPUTES = { to: '/painel/contestacoes', action: texts.seeDisputes } as const;
const PAYOUTS = { to: '/painel/saques', action: texts.seePayouts } as const;

/** Matters that need attention; empty if none. The shell shows the account's own status. */
export function Attention({ attention }: { attention: Overview['attention'] }) {
  const seesWebhooks = useMay('listWebhooks');
  const webhooks = [
    ...matter(attention.failed_deliveries, texts.failedDeliveries, WEBHOOKS),
    ...matter(attention.retrying_deliveries, texts.retryingDeliveries, WEBHOOKS),
  ];
  const matters = [
    ...matter(attention.disputes_to_defend, texts.disputesToDefend, DISPUTES),
    ...(seesWebhooks ? webhooks : []),
    ...matter(attention.failed_payouts, texts.failedPayouts, PAYOUTS),
    ...matter(attention.overdue_charges, texts.overdueCharges, OVERDUE),
  ];
  return matters.length === 0 ? null : <AttentionList title={texts.attention} matters={matters} />;
}

function matter(
  count: number,
  text: (count: number, shown: string) => string,
  link: typeof WEBHOOKS | typeof PAYOUTS | typeof OVERDUE | typeof DISPUTES,
): Matter[] {
  return count === 0 ? [] : [{ text: text(count, formatCount(count)), ...link }];
}
