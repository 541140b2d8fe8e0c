import type { Database, Queryable } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { ID_MAX, ID_MIN, isId } from '#src/platform/ids.ts';
import type { KycApplication, KycDocument, KycStatus, KycSubmission } from './kyc-application.ts';
import { selectDocuments } from './kyc-document-store.ts';
import { type QueuePlace, type QueueRow, selectQueue } from './kyc-queue-store.ts';
import {
  type ApplicationWithMerchant,
  selectApplication,
  selectApplicationById,
} from './kyc-store.ts';
import { selectSubmissions } from './kyc-submission-store.ts';

export interface KycFile {
  readonly application: KycApplication | undefined;
  readonly documents: readonly KycDocument[];
  readonly submissions: readonly KycSubmission[];
}

/** Everything about a merchant's application, as of one instant. */
export function readKyc(database: Database, merchantId: string): Promise<KycFile> {
  return database.snapshot(async (tx) => ({
    application: await selectApplication(tx, merchantId),
    documents: await selectDocuments(tx, merchantId),
    submissions: await selectSubmissions(tx, merchantId),
  }));
}

/** The same for an operator, who knows its id. Refuses `kyc_not_found`. */
export async function readKycById(
  database: Database,
  applicationId: string,
): Promise<KycFile & ApplicationWithMerchant> {
  return database.snapshot(async (tx) => {
    const found = await findApplication(tx, applicationId);
    const { merchantId } = found.application;
    const documents = await selectDocuments(tx, merchantId);
    return { ...found, documents, submissions: await selectSubmissions(tx, merchantId) };
  });
}

/** An application and whose it is. Refuses `kyc_not_found`. */
export async function findApplication(
  database: Queryable,
  applicationId: string,
): Promise<ApplicationWithMerchant> {
  const found = isId(applicationId)
    ? await selectApplicationById(database, applicationId)
    : undefined;
  if (!found) throw new Refusal('kyc_not_found');
  return found;
}

// Before the first and after the last of all places.
const FIRST_PLACE = { statusSince: 0, applicationId: ID_MIN };
const LAST_PLACE = {
  statusSince: Date.UTC(9999, 0),
  applicationId: ID_MAX,
};

/**
 * A page of the applications in a state. Those that wait come in the order they were sent, so that
 * nobody waits for ever; those that are done from the last on.
 */
export async function readQueue(
  database: Queryable,
  page: { status: KycStatus; after: QueuePlace | undefined; limit: number },
): Promise<Page<QueueRow, QueuePlace>> {
  const { status, limit } = page;
  const isOldestFirst = status === 'submitted';
  const after = page.after ?? (isOldestFirst ? FIRST_PLACE : LAST_PLACE);
  return readPage(
    limit,
    (rowsMax) => selectQueue(database, { status, isOldestFirst, after, limit: rowsMax }),
    (row) => ({ statusSince: row.status_since, applicationId: row.application_id }),
  );
}
