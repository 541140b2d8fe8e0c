import type { Foundation } from './composition.ts';
import { countUnreadable } from './receipts/keep-unreadable.ts';
import { readBookedUntil } from './receipts/read-booked.ts';
import { countUnaskedRefunds } from './reconciliation/unasked-refunds.ts';

const SECOND_MS = 1_000;

/** The figures by which an operator is alerted of what needs a look at the bank. */
export function watchBank({
  config,
  database,
  clock,
  figures,
}: Pick<Foundation, 'config' | 'database' | 'clock' | 'figures'>): void {
  if (!config.bank) return;
  const { provider } = config.bank;
  figures.gauge(
    'pix_gateway_unasked_refunds',
    'Refunds by the bank that this gateway did not ask for (up to 1000); alert when it grows',
    () => countUnaskedRefunds(database),
  );
  figures.gauge(
    'pix_gateway_unreadable_payments',
    'Payments at the bank that can not be read and are set aside; alert above zero',
    () => countUnreadable(database),
  );
  figures.gauge(
    'pix_gateway_receipts_behind_seconds',
    'How long ago everything that the bank received was booked; alert above an hour',
    async () => {
      const bookedUntil = await readBookedUntil(database, provider);
      return bookedUntil === undefined ? 0 : (clock.now() - bookedUntil) / SECOND_MS;
    },
  );
}
