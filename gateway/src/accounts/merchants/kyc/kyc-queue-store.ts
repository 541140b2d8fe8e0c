import type { Queryable } from '#src/ground/database/database.ts';
import type {
  DocumentKind,
  KycStatus,
  QueuedApplication,
  QueuePosition,
} from './kyc-application.ts';
import { type ApplicationRow, applicationFromRow, COLUMNS } from './kyc-store.ts';

interface QueueRow extends ApplicationRow {
  readonly username: string;
  readonly merchant_name: string;
  readonly document_kinds: readonly DocumentKind[];
}

const QUEUED = `${COLUMNS}, m.username, m.name as merchant_name, array(
      select distinct d.kind from kyc_documents d where d.merchant_id = a.merchant_id
    ) as document_kinds`;
const OLDEST_FIRST = {
  name: 'kyc_queue_oldest_first',
  text: `select ${QUEUED} from kyc_applications a join merchants m using (merchant_id)
    where a.status = $1 and (a.status_since, a.application_id) > ($2, $3)
    order by a.status_since, a.application_id limit $4`,
};
const NEWEST_FIRST = {
  name: 'kyc_queue_newest_first',
  text: `select ${QUEUED} from kyc_applications a join merchants m using (merchant_id)
    where a.status = $1 and (a.status_since, a.application_id) < ($2, $3)
    order by a.status_since desc, a.application_id desc limit $4`,
};

/** A page of the applications in a status, after a position. */
export async function selectQueue(
  database: Queryable,
  page: { status: KycStatus; isOldestFirst: boolean; after: QueuePosition; limit: number },
): Promise<QueuedApplication[]> {
  const { status, isOldestFirst, after, limit } = page;
  const statement = isOldestFirst ? OLDEST_FIRST : NEWEST_FIRST;
  const since = new Date(after.statusSince);
  const values = [status, since, after.applicationId, limit];
  const rows = await database.query<QueueRow>(statement, values);
  return rows.map((row) => {
    const data = applicationFromRow(row);
    return {
      applicationId: data.applicationId,
      username: row.username,
      merchantName: row.merchant_name,
      status: data.status,
      data,
      documentKinds: row.document_kinds,
      submissionCount: data.submissionCount,
      statusSince: data.statusSince,
    };
  });
}
