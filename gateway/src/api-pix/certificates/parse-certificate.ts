import { createHash, X509Certificate } from 'node:crypto';
import { Refusal } from '#src/ground/errors/problems.ts';

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;
const SUBJECT_LENGTH_MAX = 500;
// A subject is a stranger's text.
const INVISIBLE = /[^\P{C}]/gu;

/** The stored fields of a client's certificate. Instants in milliseconds since 1970. */
export interface ClientCertificate {
  /** The SHA-256 of its DER. */
  readonly sha256: Buffer;
  /** Its distinguished name, as it is shown. */
  readonly subject: string;
  readonly validFrom: number;
  readonly validUntil: number;
}

/**
 * Reads the first certificate of a PEM text, which is the client's own in a chain. Refuses
 * `client_certificate_has_key` and `client_certificate_invalid`, also for an expired certificate.
 */
export function parseCertificate(text: string, now: number): ClientCertificate {
  if (PRIVATE_KEY.test(text)) throw new Refusal('client_certificate_has_key');
  const certificate = read(PEM.exec(text)?.[0]);
  if (!certificate || certificate.validToDate.getTime() <= now) {
    throw new Refusal('client_certificate_invalid');
  }
  const subject = certificate.subject.replaceAll('\n', ', ').replaceAll(INVISIBLE, '');
  return {
    sha256: createHash('sha256').update(certificate.raw).digest(),
    subject: subject.slice(0, SUBJECT_LENGTH_MAX),
    validFrom: certificate.validFromDate.getTime(),
    validUntil: certificate.validToDate.getTime(),
  };
}

function read(pem: string | undefined): X509Certificate | undefined {
  try {
    return pem === undefined ? undefined : new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
