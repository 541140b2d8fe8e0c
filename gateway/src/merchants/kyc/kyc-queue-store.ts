import type { Queryable } from '#src/platform/database/database.ts';
import type { ApplicantKind, KycStatus } from './kyc-application.ts';

export interface QueueRow extends Record<string, unknown> {
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

/** A place in the queue: since when, and which of those that came at once. */
export interface QueuePlace {
  readonly statusSince: number;
  readonly applicationId: string;
}

const COLUMNS = `a.application_id, m.username, m.name as merchant_name, a.status, a.kind,
    a.legal_name, a.tax_id, a.submission_count, a.status_since`;
const FIRST_COME_FIRST = {
  name: 'kyc_queue_oldest_first',
  text: `select ${COLUMNS} from kyc_applications a join merchants m using (merchant_id)
    where a.status = $1 and (a.status_since, a.application_id) > ($2, $3)
    order by a.status_since, a.application_id limit $4`,
};
const LAST_COME_FIRST = {
  name: 'kyc_queue_newest_first',
  text: `select ${COLUMNS} from kyc_applications a join merchants m using (merchant_id)
    where a.status = $1 and (a.status_since, a.application_id) < ($2, $3)
    order by a.status_since desc, a.application_id desc limit $4`,
};

/** A page of the applications in a state, from a place on. */
export function selectQueue(
  database: Queryable,
  page: { status: KycStatus; isOldestFirst: boolean; after: QueuePlace; limit: number },
): Promise<QueueRow[]> {
  const { status, isOldestFirst, after, limit } = page;
  const statement = isOldestFirst ? FIRST_COME_FIRST : LAST_COME_FIRST;
  const since = new Date(after.statusSince);
  return database.query<QueueRow>(statement, [status, since, after.applicationId, limit]);
}
