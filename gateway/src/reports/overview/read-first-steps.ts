import { listCredentials } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { findFaults } from '#src/accounts/merchants/kyc/find-faults.ts';
import { EMPTY_DATA } from '#src/accounts/merchants/kyc/kyc-application.ts';
import { readKyc } from '#src/accounts/merchants/kyc/read-kyc.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { latestTransactions } from '../transactions/search-transactions.ts';

const ENVIRONMENTS = ['test', 'live'] as const;
const DOCUMENTS = 'documents.';

/** Which steps of the first day a member and its merchant have done. */
export async function readFirstSteps(
  { database, clock }: DatabaseAndClock,
  { merchant: { merchantId, status }, hasSecondFactor }: Member,
) {
  const scopes = ENVIRONMENTS.map((environment) => ({ merchantId, environment }));
  const [kyc, keys, latest] = await Promise.all([
    readKyc(database, merchantId),
    Promise.all(scopes.map((scope) => listCredentials(database, scope))),
    Promise.all(scopes.map((scope) => latestTransactions(database, scope, 1))),
  ]);
  const { application, documents } = kyc;
  // An operator may open a merchant without an application.
  const isApproved = status === 'active' || status === 'suspended';
  const kinds = new Set(documents.map(({ kind }) => kind));
  const data = application ?? EMPTY_DATA;
  const faults = findFaults(data, kinds, brazilianDayOf(clock.now()));
  const isMissing = (of: (field: string) => boolean) => faults.some(({ field }) => of(field));
  const isSubmitted = application?.status === 'submitted' || application?.status === 'approved';
  return {
    // The log-in requires it.
    has_confirmed_email: true,
    has_data: isApproved || !isMissing((field) => !field.startsWith(DOCUMENTS)),
    // Which documents are required depends on the kind of the applicant.
    has_documents:
      isApproved || (data.kind !== null && !isMissing((field) => field.startsWith(DOCUMENTS))),
    is_submitted: isApproved || isSubmitted,
    is_approved: isApproved,
    has_second_factor: hasSecondFactor,
    has_charge: latest.some(({ length }) => length > 0),
    has_key: keys.some((ofScope) => ofScope.some(({ revokedAt }) => revokedAt === null)),
  };
}
