import type { texts as pt } from '#texts/receipts.ts';

export const texts: typeof pt = {
  download: 'Receipt',
  ofRefund: 'Receipt (PDF)',
  column: 'Receipt',
};
