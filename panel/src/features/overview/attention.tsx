import { AttentionList, type Matter } from '#panel/components/attention-list.tsx';
import { formatCount } from '#panel/components/format.ts';
import { texts } from '#panel/texts/texts.ts';
import type { Overview } from './overview-page.tsx';

const words = texts.overview;
const WEBHOOKS = { to: '/painel/webhooks', action: words.seeWebhooks } as const;
const PAYOUTS = { to: '/painel/saques', action: words.seePayouts } as const;

/** What somebody should look at; nothing when there is nothing. The shell tells of the account. */
export function Attention({ attention }: { attention: Overview['attention'] }) {
  const matters = [
    ...matter(attention.failed_deliveries, words.failedDeliveries, WEBHOOKS),
    ...matter(attention.retrying_deliveries, words.retryingDeliveries, WEBHOOKS),
    ...matter(attention.failed_payouts, words.failedPayouts, PAYOUTS),
  ];
  return matters.length === 0 ? null : <AttentionList title={words.attention} matters={matters} />;
}

function matter(
  count: number,
  text: (count: number, shown: string) => string,
  link: typeof WEBHOOKS | typeof PAYOUTS,
): Matter[] {
  return count === 0 ? [] : [{ text: text(count, formatCount(count)), ...link }];
}
