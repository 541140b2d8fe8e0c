import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import type { MerchantStatus } from '../merchant.ts';
import {
  type ApplicationWithMerchant,
  type DocumentKind,
  KYC_APPLICATION,
  type KycStatus,
  type QueuedApplication,
  type QueuePosition,
} from './kyc-application.ts';

const { status } = KYC_APPLICATION;
const OF_MERCHANT = { username: f.text, merchantName: f.text };
const WITH_MERCHANT = shaped(
  { ...KYC_APPLICATION, ...OF_MERCHANT, merchantStatus: f.textOf<MerchantStatus>() },
  ({ username, merchantName, merchantStatus, ...application }) =>
    ({
      application,
      username,
      merchantName,
      merchantStatus,
    }) satisfies ApplicationWithMerchant,
);
const QUEUED = shaped(
  { ...KYC_APPLICATION, ...OF_MERCHANT, documentKinds: f.listOf(f.textOf<DocumentKind>()) },
  ({ username, merchantName, documentKinds, ...data }) =>
    ({
      applicationId: data.applicationId,
      username,
      merchantName,
      status: data.status,
      data,
      documentKinds,
      submissionCount: data.submissionCount,
      statusSince: data.statusSince,
    }) satisfies QueuedApplication,
);

const $ = paramsOf({ ...KYC_APPLICATION, at: f.instant, from: status, to: status, limit: f.count });
// A day is read as a text: as a Date it would be another day in some time zones.
const COLUMNS = 'a.*, a.responsible_birth_date::text as birth_date';
const OF_MERCHANT_ID = sql`select ${COLUMNS} from kyc_applications a
    where merchant_id = ${$.merchantId}`;

/** Inserts an empty draft, unless the merchant has an application. */
export const insertApplication = send(
  'kyc_application_insert',
  sql`insert into kyc_applications
      (merchant_id, application_id, status, created_at, status_since)
    values (${$.merchantId}, ${$.applicationId}, 'draft', ${$.at}, ${$.at})
    on conflict do nothing`,
);

/** Locks a merchant's application until the transaction ends. Undefined if there is none. */
export const lockApplication = maybeOne(
  'kyc_application_lock',
  KYC_APPLICATION,
  sql`${OF_MERCHANT_ID} for update`,
);

/** Locks the application with an id until the transaction ends. Undefined if there is none. */
export const lockApplicationById = maybeOne(
  'kyc_application_lock_by_id',
  KYC_APPLICATION,
  sql`select ${COLUMNS} from kyc_applications a
    where application_id = ${$.applicationId} for update`,
);

/** A merchant's application, or undefined. */
export const selectApplication = maybeOne(
  'kyc_application_of_merchant',
  KYC_APPLICATION,
  OF_MERCHANT_ID,
);

/** An application with its merchant, or undefined. */
export const selectApplicationById = maybeOne(
  'kyc_application_by_id',
  WITH_MERCHANT,
  sql`select ${COLUMNS}, m.username, m.name as merchant_name, m.status as merchant_status
    from kyc_applications a join merchants m using (merchant_id)
    where application_id = ${$.applicationId}`,
);

/** Replaces the data of a draft. */
export const updateApplicationData = send(
  'kyc_application_update_data',
  sql`update kyc_applications set kind = ${$.kind}, legal_name = ${$.legalName},
      tax_id = ${$.taxId}, postal_code = ${$.postalCode}, street = ${$.street},
      street_number = ${$.streetNumber}, complement = ${$.complement},
      district = ${$.district}, city = ${$.city}, state = ${$.state},
      responsible_name = ${$.responsibleName}, responsible_tax_id = ${$.responsibleTaxId},
      responsible_birth_date = ${$.responsibleBirthDate},
      responsible_role = ${$.responsibleRole}
    where merchant_id = ${$.merchantId} and status = 'draft'`,
);

/**
 * Changes the status of an application.
 * @returns the number of its submissions; undefined if it was not in the expected status.
 */
export const changeApplicationStatus = maybeOne(
  'kyc_application_move',
  shaped(
    { submissionCount: KYC_APPLICATION.submissionCount },
    ({ submissionCount }) => submissionCount,
  ),
  sql`update kyc_applications set status = ${$.to}, status_since = ${$.at},
      submission_count = submission_count + (${$.to} = 'submitted')::int
    where merchant_id = ${$.merchantId} and status = ${$.from} returning submission_count`,
);

const QUEUE = `select ${COLUMNS}, m.username, m.name as merchant_name, array(
      select distinct d.kind from kyc_documents d where d.merchant_id = a.merchant_id
    ) as document_kinds from kyc_applications a join merchants m using (merchant_id)`;
const POSITION = sql`(${$.statusSince}, ${$.applicationId})`;
const oldestFirst = many(
  'kyc_queue_oldest_first',
  QUEUED,
  sql`${QUEUE}
    where a.status = ${$.status} and (a.status_since, a.application_id) > ${POSITION}
    order by a.status_since, a.application_id limit ${$.limit}`,
);
const newestFirst = many(
  'kyc_queue_newest_first',
  QUEUED,
  sql`${QUEUE}
    where a.status = ${$.status} and (a.status_since, a.application_id) < ${POSITION}
    order by a.status_since desc, a.application_id desc limit ${$.limit}`,
);

/** A page of the applications in a status, after a position. */
export function selectQueue(
  database: Queryable,
  page: { status: KycStatus; isOldestFirst: boolean; after: QueuePosition; limit: number },
): Promise<QueuedApplication[]> {
  const select = page.isOldestFirst ? oldestFirst : newestFirst;
  const { statusSince, applicationId } = page.after;
  return select(database, { status: page.status, statusSince, applicationId, limit: page.limit });
}
