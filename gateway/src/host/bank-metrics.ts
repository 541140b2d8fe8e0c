import { countUnreadable } from '#src/incoming/payments/unreadable-payments.ts';
import { countUnrequestedRefunds } from '#src/incoming/reconciliation/unrequested-refunds.ts';
import type { AppContext } from './context.ts';

/** Registers the metrics of the bank that an operator watches. */
export function watchBank({
  config,
  database,
  metrics,
}: Pick<AppContext, 'config' | 'database' | 'metrics'>): void {
  if (!config.bank) return;
  metrics.gauge(
    'pix_gateway_unrequested_refunds',
    'Refunds by the bank that this gateway did not ask for (up to 1000); alert when it grows',
    () => countUnrequestedRefunds(database),
  );
  metrics.gauge(
    'pix_gateway_unreadable_payments',
    'Payments at the bank that can not be read and are set aside; alert above zero',
    () => countUnreadable(database),
  );
}
