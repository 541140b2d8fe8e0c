import { isoTime } from '#src/ground/clock.ts';
import { centavosToJson, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { balanceView } from '#src/ledger/balance-view.ts';
import { termsView } from '#src/ledger/settlements/terms-view.ts';
import type { MerchantUser } from '../auth/memberships/membership-store.ts';
import type { CredentialSummary } from './credentials/credential.ts';
import { addressView } from './kyc/kyc-view.ts';
import type { MerchantProfile, MerchantRecord, Volumes } from './merchant-record.ts';

/** A merchant as a line of the operators' list. */
export function merchantItem(record: MerchantRecord, volumes: Volumes) {
  const { merchantId, feePlan } = record;
  return {
    username: record.username,
    name: record.name,
    document: record.document,
    status: record.status,
    is_sandbox: record.isSandbox,
    fee: {
      basis_points: Number(feePlan.feeRate),
      fixed_centavos: centavosToJson(feePlan.feeFixed),
      payout_fee_centavos: centavosToJson(feePlan.payoutFee),
    },
    last_30_days: {
      live: volumeOf(volumes, `${merchantId} live`),
      test: volumeOf(volumes, `${merchantId} test`),
    },
    created_at: isoTime(record.createdAt),
  };
}

/** A merchant as its page shows it to operators. */
export function merchantDetails(file: MerchantProfile, defaultLimitPerMinute: number) {
  const { record, volumes, balances, kyc, address } = file;
  const { suspension } = record;
  return {
    ...merchantItem(record, volumes),
    suspension: suspension && {
      at: isoTime(suspension.at),
      reason: suspension.reason,
      status_before: suspension.statusBefore,
    },
    settlement: termsView(record.settlement),
    balances: { live: balanceView(balances.live), test: balanceView(balances.test) },
    users: file.users.map(userView),
    credentials: file.credentials.map((credential) =>
      credentialView(credential, defaultLimitPerMinute),
    ),
    kyc: kyc
      ? {
          application_id: kyc.applicationId,
          status: kyc.status,
          status_since: isoTime(kyc.statusSince),
        }
      : null,
    address: address ? addressView(address) : null,
  };
}

function volumeOf(volumes: Volumes, name: string) {
  const volume = volumes.get(name);
  return {
    paid_count: volume?.paid ?? 0,
    paid_amount: centavosToJson(volume?.paidAmount ?? ZERO_CENTAVOS),
  };
}

function userView(user: MerchantUser) {
  return {
    user_id: user.userId,
    name: user.name,
    email: user.email,
    is_email_confirmed: user.isEmailConfirmed,
    has_second_factor: user.hasSecondFactor,
    seen_at: user.seenAt === null ? null : isoTime(user.seenAt),
  };
}

function credentialView(credential: CredentialSummary, defaultLimitPerMinute: number) {
  const { rateLimitPerMinute: ownLimit, lastUsedAt, revokedAt, rights } = credential;
  return {
    client_id: credential.clientId,
    environment: credential.environment,
    name: credential.name,
    rate_limit_per_minute: ownLimit ?? defaultLimitPerMinute,
    has_own_limit: ownLimit !== null,
    scopes: rights.scopes && [...rights.scopes],
    addresses: rights.addresses && [...rights.addresses],
    requests_last_day: credential.requestsLastDay,
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
    created_at: isoTime(credential.createdAt),
    revoked_at: revokedAt === null ? null : isoTime(revokedAt),
  };
}
