import type { Queryable } from '#src/ground/database/database.ts';
import { digestsEqual } from '#src/ground/encryption/encryption.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import {
  type KeyOfScope,
  type RegisteredCertificate,
  selectCertificatesOf,
} from './certificate-store.ts';

/**
 * Finds the certificates of many key pairs with one query. They are not cached, so all processes
 * refuse one that was removed at once.
 */
export async function findCertificates(
  database: Queryable,
  keys: readonly KeyOfScope[],
): Promise<readonly BatchResult<readonly RegisteredCertificate[]>[]> {
  const found = await selectCertificatesOf(database, { keys });
  const byKey = Map.groupBy(found, nameOf);
  return keys.map((key) => ({ value: byKey.get(nameOf(key)) ?? [] }));
}

function nameOf({ merchantId, environment, clientId }: KeyOfScope): string {
  return `${merchantId} ${environment} ${clientId}`;
}

/** Whether a thumbprint (base64url of SHA-256) is that of a registered certificate, valid now. */
export function isRegistered(
  certificates: readonly RegisteredCertificate[],
  thumbprint: string,
  now: number,
): boolean {
  const sha256 = Buffer.from(thumbprint, 'base64url');
  const equal = certificates.filter((certificate) => digestsEqual(certificate.sha256, sha256));
  return equal.some(({ validFrom, validUntil }) => validFrom <= now && now < validUntil);
}
