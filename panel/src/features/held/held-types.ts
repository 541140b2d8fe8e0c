import type { paths } from '#panel/api/schema.d.ts';

type OkOf<Path extends '/api/operator/held-orders' | '/api/operator/late-payments'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'][number];

/** A payout or refund of a suspended merchant that has not left yet. */
export type HeldOrder = OkOf<'/api/operator/held-orders'>;

/** A payout or refund that the bank did after it had failed here. */
export type LatePayment = OkOf<'/api/operator/late-payments'>;
