import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A certificate and its private key, as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

export interface BankCertificates {
  readonly authority: CertificatePair;
  /** For localhost and 127.0.0.1. */
  readonly server: CertificatePair;
  /** The certificate that the bank issues to its client. */
  readonly client: CertificatePair;
  /** The client's certificate and key as PKCS#12 with an empty passphrase, as Efí gives them. */
  readonly clientPkcs12: Buffer;
}

const KEY_BITS = 2048;
const YEARS = 10;
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const createKeyPair = promisify(generateKeyPair);

/** Makes an authority, and the server's and the client's certificates that it signs. */
export async function makeCertificates(): Promise<BankCertificates> {
  const authority = await makeAuthority();
  const [server, client] = await Promise.all([
    issueCertificate(authority, 'localhost'),
    issueCertificate(authority, 'Cliente do simulador'),
  ]);
  return { authority, server, client, clientPkcs12: writePkcs12(client, authority) };
}

/** Issues a certificate for this machine, valid for a server and for a client. */
export async function issueCertificate(
  authority: CertificatePair,
  commonName: string,
): Promise<CertificatePair> {
  const key = await makeKey();
  const certificate = startCertificate(key, commonName);
  certificate.setIssuer(forge.pki.certificateFromPem(authority.cert).subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: DNS_NAME, value: 'localhost' },
        { type: IP_ADDRESS, ip: '127.0.0.1' },
        { type: IP_ADDRESS, ip: '::1' },
      ],
    },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key };
}

async function makeAuthority(): Promise<CertificatePair> {
  const key = await makeKey();
  const certificate = startCertificate(key, 'Autoridade do simulador de banco');
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key };
}

/** Makes a key pair with Node, many times faster than node-forge, which is JavaScript. */
async function makeKey(): Promise<string> {
  const { privateKey } = await createKeyPair('rsa', { modulusLength: KEY_BITS });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

function startCertificate(key: string, commonName: string): forge.pki.Certificate {
  const privateKey = forge.pki.privateKeyFromPem(key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  // A serial number is positive, so its first bit is 0.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  // The validity starts earlier, for clients whose clock is a little behind.
  certificate.validity.notBefore.setDate(certificate.validity.notBefore.getDate() - 1);
  certificate.validity.notAfter.setFullYear(certificate.validity.notAfter.getFullYear() + YEARS);
  certificate.setSubject([
    { name: 'commonName', value: commonName },
    { name: 'organizationName', value: 'Simulador de banco' },
    { name: 'countryName', value: 'BR' },
  ]);
  return certificate;
}

function writePkcs12(client: CertificatePair, authority: CertificatePair): Buffer {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(client.key),
    [client.cert, authority.cert].map((pem) => forge.pki.certificateFromPem(pem)),
    '',
    { algorithm: 'aes256' },
  );
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}
