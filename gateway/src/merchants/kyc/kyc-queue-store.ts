import type { Queryable } from '#src/platform/database/database.ts';
import type {
  ApplicantKind,
  KycStatus,
  QueuedApplication,
  QueuePosition,
} from './kyc-application.ts';

interface QueueRow extends Record<string, unknown> {
  readonly application_id: string;
  readonly username: string;
  readonly merchant_name: string;
  readonly status: KycStatus;
  readonly kind: ApplicantKind | null;
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly submission_count: bigint;
  readonly status_since: number;
}

const COLUMNS = `a.application_id, m.username, m.name as merchant_name, a.status, a.kind,
    a.legal_name, a.tax_id, a.submission_count, a.status_since`;
const OLDEST_FIRST = {
  name: 'kyc_queue_oldest_first',
  text: `select ${COLUMNS} from kyc_applications a join merchants m using (merchant_id)
    where a.status = $1 and (a.status_since, a.application_id) > ($2, $3)
    order by a.status_since, a.application_id limit $4`,
};
const NEWEST_FIRST = {
  name: 'kyc_queue_newest_first',
  text: `select ${COLUMNS} from kyc_applications a join merchants m using (merchant_id)
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
  return rows.map((row) => ({
    applicationId: row.application_id,
    username: row.username,
    merchantName: row.merchant_name,
    status: row.status,
    kind: row.kind,
    legalName: row.legal_name,
    taxId: row.tax_id,
    submissionCount: Number(row.submission_count),
    statusSince: row.status_since,
  }));
}
