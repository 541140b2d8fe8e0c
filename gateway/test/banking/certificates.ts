import forge from 'node-forge';
import { testNow } from '../support/manual-clock.ts';

/** A certificate authority, a bank's certificate and the gateway's, created for one test run. */
export interface TestCertificates {
  readonly authority: Buffer;
  readonly server: PemPair;
  readonly client: PemPair;
  /** The client's key pair in the form that banks provide. */
  pkcs12(passphrase: string): Buffer;
}

export interface PemPair {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

const KEY_BITS = 2_048;
const DAY_MS = 86_400_000;

interface Subject {
  readonly name: string;
  readonly keys: forge.pki.rsa.KeyPair;
  readonly extensions: readonly object[];
}

let made: TestCertificates | undefined;

export function testCertificates(): TestCertificates {
  made ??= makeCertificates();
  return made;
}

function makeCertificates(): TestCertificates {
  const authority = subject('Autoridade de teste', [{ name: 'basicConstraints', cA: true }]);
  const authorityCertificate = sign(authority, authority);
  const altNames = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ];
  const server = subject('localhost', [{ name: 'subjectAltName', altNames }]);
  const client = subject('pix-gateway', [{ name: 'extKeyUsage', clientAuth: true }]);
  const clientCertificate = sign(client, authority);
  return {
    authority: Buffer.from(forge.pki.certificateToPem(authorityCertificate)),
    server: pemPair(sign(server, authority), server.keys),
    client: pemPair(clientCertificate, client.keys),
    pkcs12: (passphrase) => {
      const bundle = forge.pkcs12.toPkcs12Asn1(
        client.keys.privateKey,
        [clientCertificate],
        passphrase,
        { algorithm: 'aes256' },
      );
      return Buffer.from(forge.asn1.toDer(bundle).getBytes(), 'binary');
    },
  };
}

let clientKeys: forge.pki.rsa.KeyPair | undefined;

/** A self-signed certificate of a client; those of one run have the same key pair. */
export function selfSigned(name: string, validDays = 1): PemPair {
  clientKeys ??= forge.pki.rsa.generateKeyPair(KEY_BITS);
  const own = { name, keys: clientKeys, extensions: [{ name: 'extKeyUsage', clientAuth: true }] };
  return pemPair(sign(own, own, validDays), clientKeys);
}

function subject(name: string, extensions: readonly object[]): Subject {
  return { name, keys: forge.pki.rsa.generateKeyPair(KEY_BITS), extensions };
}

function sign(of: Subject, by: Subject, validDays = 1): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = of.keys.publicKey;
  certificate.serialNumber = `01${Buffer.from(of.name).toString('hex').slice(0, 16)}`;
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  // The clock of a test may be ahead of that of TLS.
  certificate.validity.notAfter = new Date(Math.max(Date.now(), testNow()) + validDays * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: of.name }]);
  certificate.setIssuer([{ name: 'commonName', value: by.name }]);
  certificate.setExtensions([...of.extensions]);
  certificate.sign(by.keys.privateKey, forge.md.sha256.create());
  return certificate;
}

function pemPair(certificate: forge.pki.Certificate, keys: forge.pki.rsa.KeyPair): PemPair {
  return {
    certificate: Buffer.from(forge.pki.certificateToPem(certificate)),
    key: Buffer.from(forge.pki.privateKeyToPem(keys.privateKey)),
  };
}
