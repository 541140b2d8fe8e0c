import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { MerchantStatus } from '../merchant.ts';
import type {
  ApplicantKind,
  ApplicationWithMerchant,
  KycApplication,
  KycData,
  KycStatus,
} from './kyc-application.ts';

export interface ApplicationRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly application_id: string;
  readonly status: KycStatus;
  readonly kind: ApplicantKind | null;
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  readonly street: string | null;
  readonly street_number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly responsible_name: string | null;
  readonly responsible_tax_id: string | null;
  readonly birth_date: string | null;
  readonly responsible_role: string | null;
  readonly submission_count: bigint;
  readonly status_since: number;
}

// A day is read as a text: as a Date it would be another day in some time zones.
export const COLUMNS = 'a.*, a.responsible_birth_date::text as birth_date';

const INSERT = {
  name: 'kyc_application_insert',
  text: `insert into kyc_applications
      (merchant_id, application_id, status, created_at, status_since)
    values ($1, $2, 'draft', $3, $3) on conflict do nothing`,
};
const LOCK = {
  name: 'kyc_application_lock',
  text: `select ${COLUMNS} from kyc_applications a where merchant_id = $1 for update`,
};
const LOCK_BY_ID = {
  name: 'kyc_application_lock_by_id',
  text: `select ${COLUMNS} from kyc_applications a where application_id = $1 for update`,
};
const SELECT = {
  name: 'kyc_application_of_merchant',
  text: `select ${COLUMNS} from kyc_applications a where merchant_id = $1`,
};
const SELECT_BY_ID = {
  name: 'kyc_application_by_id',
  text: `select ${COLUMNS}, m.username, m.name as merchant_name, m.status as merchant_status
    from kyc_applications a join merchants m using (merchant_id) where application_id = $1`,
};
const UPDATE_DATA = {
  name: 'kyc_application_update_data',
  text: `update kyc_applications set kind = $2, legal_name = $3, tax_id = $4, postal_code = $5,
      street = $6, street_number = $7, complement = $8, district = $9, city = $10, state = $11,
      responsible_name = $12, responsible_tax_id = $13, responsible_birth_date = $14,
      responsible_role = $15
    where merchant_id = $1 and status = 'draft'`,
};
const MOVE = {
  name: 'kyc_application_move',
  text: `update kyc_applications set status = $3, status_since = $4,
      submission_count = submission_count + ($3 = 'submitted')::int
    where merchant_id = $1 and status = $2 returning submission_count`,
};

/** Inserts an empty draft, unless the merchant has an application. */
export function insertApplication(
  tx: Transaction,
  ids: { merchantId: string; applicationId: string },
  at: number,
): void {
  tx.send(INSERT, [ids.merchantId, ids.applicationId, new Date(at)]);
}

/** Locks a merchant's application until the transaction ends. Undefined if there is none. */
export async function lockApplication(
  tx: Transaction,
  merchantId: string,
): Promise<KycApplication | undefined> {
  const [row] = await tx.query<ApplicationRow>(LOCK, [merchantId]);
  return row && applicationFromRow(row);
}

/** Locks the application with an id until the transaction ends. Undefined if there is none. */
export async function lockApplicationById(
  tx: Transaction,
  applicationId: string,
): Promise<KycApplication | undefined> {
  const [row] = await tx.query<ApplicationRow>(LOCK_BY_ID, [applicationId]);
  return row && applicationFromRow(row);
}

/** A merchant's application, or undefined. */
export async function selectApplication(
  database: Queryable,
  merchantId: string,
): Promise<KycApplication | undefined> {
  const [row] = await database.query<ApplicationRow>(SELECT, [merchantId]);
  return row && applicationFromRow(row);
}

/** An application with its merchant, or undefined. */
export async function selectApplicationById(
  database: Queryable,
  applicationId: string,
): Promise<ApplicationWithMerchant | undefined> {
  const [row] = await database.query<
    ApplicationRow & { username: string; merchant_name: string; merchant_status: MerchantStatus }
  >(SELECT_BY_ID, [applicationId]);
  return (
    row && {
      application: applicationFromRow(row),
      username: row.username,
      merchantName: row.merchant_name,
      merchantStatus: row.merchant_status,
    }
  );
}

/** Replaces the data of a draft. */
export function updateApplicationData(tx: Transaction, merchantId: string, data: KycData): void {
  tx.send(UPDATE_DATA, [
    merchantId,
    data.kind,
    data.legalName,
    data.taxId,
    data.postalCode,
    data.street,
    data.streetNumber,
    data.complement,
    data.district,
    data.city,
    data.state,
    data.responsibleName,
    data.responsibleTaxId,
    data.responsibleBirthDate,
    data.responsibleRole,
  ]);
}

/**
 * Changes the status of an application.
 * @returns the number of its submissions; undefined if it was not in the expected status.
 */
export async function changeApplicationStatus(
  tx: Transaction,
  merchantId: string,
  move: { from: KycStatus; to: KycStatus; at: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ submission_count: bigint }>(MOVE, [
    merchantId,
    move.from,
    move.to,
    new Date(move.at),
  ]);
  return row && Number(row.submission_count);
}

/** The application of a row, with its columns `COLUMNS`. */
export function applicationFromRow(row: ApplicationRow): KycApplication {
  return {
    merchantId: row.merchant_id,
    applicationId: row.application_id,
    status: row.status,
    kind: row.kind,
    legalName: row.legal_name,
    taxId: row.tax_id,
    postalCode: row.postal_code,
    street: row.street,
    streetNumber: row.street_number,
    complement: row.complement,
    district: row.district,
    city: row.city,
    state: row.state,
    responsibleName: row.responsible_name,
    responsibleTaxId: row.responsible_tax_id,
    responsibleBirthDate: row.birth_date,
    responsibleRole: row.responsible_role,
    submissionCount: Number(row.submission_count),
    statusSince: row.status_since,
  };
}
