import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { StoredResolution } from './order-resolutions.ts';

export interface OrderKey extends LedgerScope {
  readonly id: string;
}

/** The columns that the rows of all orders have. */
export interface OrderRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly status: string;
  readonly amount_centavos: bigint;
  readonly resolution: StoredResolution | null;
}

export function keyOfOrder({ merchant_id: merchantId, environment, id }: OrderRow): OrderKey {
  return { merchantId, environment, id };
}
