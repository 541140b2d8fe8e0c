import { readBookedUntil } from '#src/incoming-payments/read-booked.ts';
import { countUnreadable } from '#src/incoming-payments/unreadable-payments.ts';
import { SECOND_MS } from '#src/platform/durations.ts';
import { countUnrequestedRefunds } from '#src/reconciliation/unrequested-refunds.ts';
import type { AppContext } from './context.ts';

/** Registers the metrics of the bank that an operator watches. */
export function watchBank({
  config,
  database,
  clock,
  metrics,
}: Pick<AppContext, 'config' | 'database' | 'clock' | 'metrics'>): void {
  if (!config.bank) return;
  const { provider } = config.bank;
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
  metrics.gauge(
    'pix_gateway_incoming_payments_behind_seconds',
    'How long ago everything that the bank received was booked; alert above an hour',
    async () => {
      const bookedUntil = await readBookedUntil(database, provider);
      return bookedUntil === undefined ? 0 : (clock.now() - bookedUntil) / SECOND_MS;
    },
  );
}
