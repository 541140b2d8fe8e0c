import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Balance } from '#src/ledger/read-balance.ts';
import type { SettlementTerms } from '#src/ledger/settlements/settlement-terms.ts';
import type { MerchantUser } from '../auth/memberships/membership-store.ts';
import type { CredentialSummary } from './credentials/credential.ts';
import type { AddressData, KycApplication } from './kyc/kyc-application.ts';
import type { MerchantStatus } from './merchant.ts';

/** A merchant as operators see it. */
export interface MerchantRecord extends Merchant {
  readonly createdAt: number;
  readonly settlement: SettlementTerms;
  readonly suspension: {
    readonly at: number;
    readonly reason: string | null;
    /** The status that a reinstatement restores. */
    readonly statusBefore: MerchantStatus;
  } | null;
}

/** The payments that a ledger scope received in the last thirty days. */
export interface ScopeVolume {
  readonly paid: number;
  readonly paidAmount: Centavos;
}

/** Volumes by `merchantId environment`. A scope without payments has no entry. */
export type Volumes = ReadonlyMap<string, ScopeVolume>;

/** A merchant with all that its page shows to operators. */
export interface MerchantProfile {
  readonly record: MerchantRecord;
  readonly volumes: Volumes;
  readonly balances: Readonly<Record<Environment, Balance>>;
  readonly users: readonly MerchantUser[];
  readonly credentials: readonly CredentialSummary[];
  readonly kyc: KycApplication | undefined;
  readonly address: AddressData | undefined;
}
