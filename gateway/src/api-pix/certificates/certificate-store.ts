import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';

const KEY = { ...f.SCOPE, clientId: f.text };
/** A key pair of a scope. */
export type KeyOfScope = f.RecordOf<typeof KEY>;
const CERTIFICATE = {
  ...KEY,
  sha256: f.bytes,
  subject: f.text,
  validFrom: f.instant,
  validUntil: f.instant,
  createdAt: f.instant,
};
/** A certificate that is registered at a key pair. */
export type RegisteredCertificate = f.RecordOf<typeof CERTIFICATE>;

const $ = paramsOf(CERTIFICATE);
const COLUMNS = f.columnsOf(CERTIFICATE, 'c');

/** The certificates of key pairs, in no order. */
export const selectCertificatesOf = many(
  'api_pix_certificates_of_keys',
  CERTIFICATE,
  sql`select ${COLUMNS}
    from ${rowsOf('keys', 'key', KEY)}
    join api_pix_client_certificates c on (c.merchant_id, c.environment, c.client_id)
      = (key.merchant_id, key.environment, key.client_id)`,
);

const selectOfScope = many(
  'api_pix_certificates_of_scope',
  CERTIFICATE,
  sql`select ${COLUMNS} from api_pix_client_certificates c
    where c.merchant_id = ${$.merchantId} and c.environment = ${$.environment}
    order by c.client_id, c.sha256 limit 500`,
);

/** Sends the insert of a certificate; the commit waits for it. */
export const insertCertificate = send(
  'api_pix_certificate_insert',
  sql`insert into api_pix_client_certificates
      (${f.columnsOf(CERTIFICATE)})
    values (${valuesOf(CERTIFICATE)})`,
);

/** Deletes a certificate. @returns its subject, or undefined if the key pair has none like it. */
export const deleteCertificate = maybeOne(
  'api_pix_certificate_delete',
  shaped({ subject: f.text }, ({ subject }) => subject),
  sql`delete from api_pix_client_certificates
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and client_id = ${$.clientId} and sha256 = ${$.sha256}
    returning subject`,
);

/** The certificates of all key pairs of a scope, up to 500, the oldest first. */
export async function selectCertificates(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<RegisteredCertificate[]> {
  const found = await selectOfScope(database, { merchantId, environment });
  return found.sort((left, right) => left.createdAt - right.createdAt);
}
