import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { bankTls } from '#src/ground/config/bank-tls.ts';

/** Our certificate at the bank. Node reads PKCS#12 only for a connection, so one is made here. */
export async function ownCertificate(bank: BankConfig): Promise<X509Certificate | undefined> {
  const { clientCertificate: own } = bank;
  if (own.kind === 'pem') return new X509Certificate(own.certificate);
  const [here, there] = duplexPair();
  const secureContext = createSecureContext(bankTls(bank));
  const far = new TLSSocket(there, { isServer: true, secureContext });
  const near = connect({ socket: here, rejectUnauthorized: false });
  try {
    far.on('error', (error) => near.destroy(error));
    await once(near, 'secureConnect');
    return near.getPeerX509Certificate();
  } finally {
    near.destroy();
    far.destroy();
  }
}
