import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { TestGateway } from './gateway.ts';

export const MERCHANTS = '/api/operator/merchants';

/** A merchant in the operators' list. */
export interface MerchantItem {
  username: string;
  name: string;
  document: string;
  status: string;
  is_sandbox: boolean;
  fee: { basis_points: number; fixed_centavos: number; payout_fee_centavos: number };
  last_30_days: Record<'live' | 'test', Record<string, number>>;
}

/** A merchant on the operators' page of one merchant. */
export interface MerchantPage extends MerchantItem {
  suspension: { reason: string | null; status_before: string } | null;
  balances: Record<'live' | 'test', { available: number; reserved: number }>;
  users: { email: string; has_second_factor: boolean; seen_at: string | null }[];
  credentials: {
    client_id: string;
    environment: string;
    rate_limit_per_minute: number;
    has_own_limit: boolean;
  }[];
  kyc: object | null;
}

/** Opens an approved merchant with a name and a document of the test's choice. */
export function openMerchant(
  { appContext }: TestGateway,
  username: string,
  name: string,
  document = '11222333000181',
  isApproved = true,
): Promise<Merchant> {
  const deps = { ...appContext, fees: appContext.config.fees };
  return createMerchant(deps, { username, name, document, isApproved }, commandActor);
}
