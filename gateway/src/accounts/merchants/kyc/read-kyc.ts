import type { Database, Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, ID_MIN, isId } from '#src/ground/ids.ts';
import type {
  ApplicationWithMerchant,
  KycApplication,
  KycDecision,
  KycDocument,
  KycStatus,
  KycSubmission,
  QueuedApplication,
  QueuePosition,
} from './kyc-application.ts';
import { selectDocuments } from './kyc-document-store.ts';
import { selectApplication, selectApplicationById, selectQueue } from './kyc-store.ts';
import { selectLastDecision, selectSubmissions } from './kyc-submission-store.ts';

/** A merchant's application with its documents and submissions. */
export interface KycDetails {
  readonly application: KycApplication | undefined;
  readonly documents: readonly KycDocument[];
  readonly submissions: readonly KycSubmission[];
}

/** Reads a merchant's application with its documents and submissions, in one snapshot. */
export function readKyc(database: Database, merchantId: string): Promise<KycDetails> {
  return database.snapshot(async (tx) => ({
    application: await selectApplication(tx, { merchantId }),
    documents: await selectDocuments(tx, { merchantId }),
    submissions: await selectSubmissions(tx, { merchantId }),
  }));
}

/** Reads the application with an id, as `readKyc` does, for operators. Refuses `kyc_not_found`. */
export async function readKycById(
  database: Database,
  applicationId: string,
): Promise<KycDetails & ApplicationWithMerchant> {
  return database.snapshot(async (tx) => {
    const found = await findApplication(tx, applicationId);
    const { merchantId } = found.application;
    const documents = await selectDocuments(tx, { merchantId });
    return { ...found, documents, submissions: await selectSubmissions(tx, { merchantId }) };
  });
}

/** The last decision on a merchant's application; undefined before the first. */
export function readLastDecision(
  database: Queryable,
  merchantId: string,
): Promise<{ readonly decision: KycDecision; readonly at: number } | undefined> {
  return selectLastDecision(database, { merchantId });
}

/** Finds an application with its merchant. Refuses `kyc_not_found`. */
export async function findApplication(
  database: Queryable,
  applicationId: string,
): Promise<ApplicationWithMerchant> {
  const application = isId(applicationId)
    ? await selectApplicationById(database, { applicationId })
    : undefined;
  if (!application) throw new Refusal('kyc_not_found');
  return application;
}

// Before the first and after the last position of a queue.
const FIRST_POSITION = { statusSince: 0, applicationId: ID_MIN };
const LAST_POSITION = {
  statusSince: Date.UTC(9999, 0),
  applicationId: ID_MAX,
};

/**
 * Reads a page of the applications in a status: submitted applications oldest first, which is the
 * order of review, the others newest first.
 */
export async function readQueue(
  database: Queryable,
  page: { status: KycStatus; after: QueuePosition | undefined; limit: number },
): Promise<Page<QueuedApplication, QueuePosition>> {
  const { status, limit } = page;
  const isOldestFirst = status === 'submitted';
  const after = page.after ?? (isOldestFirst ? FIRST_POSITION : LAST_POSITION);
  return readPage(
    limit,
    (rowsMax) => selectQueue(database, { status, isOldestFirst, after, limit: rowsMax }),
    ({ statusSince, applicationId }) => ({ statusSince, applicationId }),
  );
}
