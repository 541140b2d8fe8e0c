import type { SecureContextOptions } from 'node:tls';
import type { ClientCertificate } from './bank-config.ts';

/** The certificates of a connection to a bank. */
export interface BankCertificates {
  /** Undefined for an API that takes none. */
  readonly clientCertificate: ClientCertificate | undefined;
  readonly passphrase: string | undefined;
  /** The authority of the bank's certificate, when Node doesn't trust it by default. */
  readonly certificateAuthority?: string | Buffer | undefined;
}

/** Our certificate, the authority of the bank and the oldest version of TLS, as Node takes them. */
export function bankTls(certificates: BankCertificates): SecureContextOptions {
  const { clientCertificate: own, passphrase, certificateAuthority } = certificates;
  return {
    ...(own?.kind === 'pem' && { cert: own.certificate, key: own.key }),
    ...(own?.kind === 'pkcs12' && { pfx: own.bundle }),
    ...(passphrase !== undefined && { passphrase }),
    ...(certificateAuthority && { ca: certificateAuthority }),
    minVersion: 'TLSv1.2',
  };
}
