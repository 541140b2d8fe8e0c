import type { Environment } from '#src/access/ledger-scope.ts';
import type { Merchant, MerchantStatus } from '#src/access/merchant.ts';
import type { Balance } from '#src/ledger/read-balance.ts';
import type { Centavos } from '#src/money/centavos.ts';
import type { CredentialListing } from './credentials/credential-store.ts';
import type { KycApplication } from './kyc/kyc-application.ts';

/** A merchant as operators know it. */
export interface MerchantRecord extends Merchant {
  readonly createdAt: number;
  readonly suspension: {
    readonly at: number;
    readonly reason: string | null;
    /** What a reinstatement brings it back to. */
    readonly statusBefore: MerchantStatus;
  } | null;
}

/** Somebody who logs in for a merchant. */
export interface MerchantUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly hasSecondFactor: boolean;
  /** Known while there is a session. */
  readonly seenAt: number | null;
}

/** What a book was paid over the last thirty days. */
export interface ScopeVolume {
  readonly paid: number;
  readonly paidAmount: Centavos;
}

/** The volumes of many merchants by `merchantId environment`; nothing where nothing was paid. */
export type Volumes = ReadonlyMap<string, ScopeVolume>;

/** Everything that an operator sees of one merchant. */
export interface MerchantFile {
  readonly record: MerchantRecord;
  readonly volumes: Volumes;
  readonly balances: Readonly<Record<Environment, Balance>>;
  readonly users: readonly MerchantUser[];
  readonly credentials: readonly CredentialListing[];
  readonly kyc: KycApplication | undefined;
}
