import { lockOwnCredential } from '#src/accounts/merchants/credentials/lock-own-credential.ts';
import type { CredentialToChange } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  deleteCertificate,
  insertCertificate,
  type RegisteredCertificate,
  selectCertificatesOf,
} from './certificate-store.ts';
import { parseCertificate } from './parse-certificate.ts';

/** The most certificates of a key pair: the present one, the next one, and some servers. */
export const CERTIFICATES_MAX = 5;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Registers the certificate by which a client gets tokens for a key pair without its secret. The
 * same one is registered once. Refuses `credential_not_found`, `sandbox_forbidden`, what
 * `parseCertificate` refuses, and `too_many_client_certificates`.
 */
export async function addCertificate(
  { database, clock }: DatabaseAndClock,
  which: CredentialToChange,
  text: string,
  by: Actor,
): Promise<RegisteredCertificate> {
  const now = clock.now();
  const certificate = parseCertificate(text, now);
  return database.transaction(async (tx) => {
    const { caller, name } = await lockOwnCredential(tx, which);
    const { merchantId, environment, clientId } = caller;
    const key = { merchantId, environment, clientId };
    const present = await selectCertificatesOf(tx, { keys: [key] });
    const same = present.find(({ sha256 }) => sha256.equals(certificate.sha256));
    if (same) return same;
    if (present.length >= CERTIFICATES_MAX) throw new Refusal('too_many_client_certificates');
    const added = { ...certificate, ...key, createdAt: now };
    insertCertificate(tx, added);
    const { subject, sha256 } = certificate;
    const details = { environment, name, certificate: subject, sha256: sha256.toString('hex') };
    const change = {
      action: 'api_pix.certificate_added' as const,
      merchantId,
      subject: clientId,
      details,
    };
    recordChange(tx, by, change, now);
    return added;
  });
}

/**
 * Removes a certificate of a key pair: its tokens end at once. Refuses `credential_not_found`,
 * `sandbox_forbidden` and `client_certificate_not_found`.
 */
export async function removeCertificate(
  { database, clock }: DatabaseAndClock,
  which: CredentialToChange,
  sha256: string,
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { caller, name } = await lockOwnCredential(tx, which);
    const { merchantId, environment, clientId } = caller;
    const certificate = SHA256.test(sha256)
      ? await deleteCertificate(tx, { ...caller, sha256: Buffer.from(sha256, 'hex') })
      : undefined;
    if (certificate === undefined) throw new Refusal('client_certificate_not_found');
    const details = { environment, name, certificate, sha256 };
    const action = 'api_pix.certificate_removed';
    recordChange(tx, by, { action, merchantId, subject: clientId, details }, clock.now());
  });
}
