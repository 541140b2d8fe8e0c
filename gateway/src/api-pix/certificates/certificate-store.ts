import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { ClientCertificate } from './parse-certificate.ts';

const COLUMNS = `c.client_id, c.sha256, c.subject, c.valid_from, c.valid_until, c.created_at`;
const SELECT_OF_KEYS = {
  name: 'api_pix_certificates_of_keys',
  text: `select c.merchant_id, c.environment, ${COLUMNS}
    from json_to_recordset($1) as key (merchant_id uuid, environment text, client_id text)
    join api_pix_client_certificates c on (c.merchant_id, c.environment, c.client_id)
      = (key.merchant_id, key.environment, key.client_id)`,
};
const SELECT_OF_SCOPE = {
  name: 'api_pix_certificates_of_scope',
  text: `select c.merchant_id, c.environment, ${COLUMNS} from api_pix_client_certificates c
    where c.merchant_id = $1 and c.environment = $2 order by c.client_id, c.sha256 limit 500`,
};
const INSERT = {
  name: 'api_pix_certificate_insert',
  text: `insert into api_pix_client_certificates
      (merchant_id, environment, client_id, sha256, subject, valid_from, valid_until, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const DELETE = {
  name: 'api_pix_certificate_delete',
  text: `delete from api_pix_client_certificates
    where merchant_id = $1 and environment = $2 and client_id = $3 and sha256 = $4
    returning subject`,
};

/** A key pair of a scope. */
export interface KeyOfScope extends LedgerScope {
  readonly clientId: string;
}

/** A certificate that is registered at a key pair. */
export interface RegisteredCertificate extends ClientCertificate, KeyOfScope {
  readonly createdAt: number;
}

interface CertificateRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly client_id: string;
  readonly sha256: Buffer;
  readonly subject: string;
  readonly valid_from: number;
  readonly valid_until: number;
  readonly created_at: number;
}

/** The certificates of key pairs, in no order. */
export async function selectCertificatesOf(
  database: Queryable,
  keys: readonly KeyOfScope[],
): Promise<RegisteredCertificate[]> {
  const rows = keys.map(({ merchantId, environment, clientId }) => ({
    merchant_id: merchantId,
    environment,
    client_id: clientId,
  }));
  const found = await database.query<CertificateRow>(SELECT_OF_KEYS, [JSON.stringify(rows)]);
  return found.map(certificateFromRow);
}

/** The certificates of all key pairs of a scope, up to 500, the oldest first. */
export async function selectCertificates(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<RegisteredCertificate[]> {
  const found = await database.query<CertificateRow>(SELECT_OF_SCOPE, [merchantId, environment]);
  return found.map(certificateFromRow).sort((left, right) => left.createdAt - right.createdAt);
}

/** Sends the insert of a certificate; the commit waits for it. */
export function insertCertificate(tx: Transaction, certificate: RegisteredCertificate): void {
  const { merchantId, environment, clientId, sha256, subject } = certificate;
  tx.send(INSERT, [
    merchantId,
    environment,
    clientId,
    sha256,
    subject,
    ...[certificate.validFrom, certificate.validUntil, certificate.createdAt].map(
      (at) => new Date(at),
    ),
  ]);
}

/** Deletes a certificate. @returns its subject, or undefined if the key pair has none like it. */
export async function deleteCertificate(
  tx: Transaction,
  { merchantId, environment, clientId }: KeyOfScope,
  sha256: Buffer,
): Promise<string | undefined> {
  const values = [merchantId, environment, clientId, sha256];
  return (await tx.query<{ subject: string }>(DELETE, values))[0]?.subject;
}

function certificateFromRow(row: CertificateRow): RegisteredCertificate {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    clientId: row.client_id,
    sha256: row.sha256,
    subject: row.subject,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    createdAt: row.created_at,
  };
}
