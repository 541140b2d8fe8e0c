import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { CompactSign, exportJWK } from 'jose';
// X.509 certificates: Node reads them and makes none; the package is kept, and signs with SHA-256.
import forge from 'node-forge';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { readPayloadKey } from '#src/ground/database/installation.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';

/** The algorithm that the Central Bank's document shows. */
const ALGORITHM = 'RS256';
const KEY_BITS = 2_048;
const VALID_DAYS = 3_650;
const SERIAL_BYTES = 15;
const createKeyPair = promisify(generateKeyPair);

export interface SignerDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  /** The public address of the gateway: `https://pix.loja.example`. */
  readonly baseUrl: string;
  /** Where the key set is: `/qr/chaves`. */
  readonly keysPath: string;
}

/** Signs payloads as a JWS (RFC 7515) with `kid`, `jku` and `x5t` of its certificate. */
export interface PayloadSigner {
  sign(payload: object): Promise<string>;
  /** The key set (RFC 7517) that `jku` names. */
  readonly keySet: object;
}

/** Makes the function that opens the signer at the first payload. */
export function createSignerOpener(deps: SignerDeps): () => Promise<PayloadSigner> {
  let opened: Promise<PayloadSigner> | undefined;
  return () => {
    opened ??= openSigner(deps).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function openSigner(deps: SignerDeps): Promise<PayloadSigner> {
  const { database, secretBox, clock, baseUrl, keysPath } = deps;
  const host = new URL(baseUrl).hostname;
  const kept = await readPayloadKey(database, secretBox, () => makePair(host, clock.now()));
  const { key, certificate }: KeyPair = JSON.parse(kept);
  const { raw } = new X509Certificate(certificate);
  const x5t = createHash('sha1').update(raw).digest('base64url');
  const header = { alg: ALGORITHM, typ: 'JOSE', kid: x5t, jku: `${baseUrl}${keysPath}`, x5t };
  const privateKey = createPrivateKey(key);
  const named = { kid: x5t, alg: ALGORITHM, use: 'sig', x5t, x5c: [raw.toString('base64')] };
  return {
    sign: (payload) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader(header)
        .sign(privateKey),
    keySet: { keys: [{ ...(await exportJWK(createPublicKey(certificate))), ...named }] },
  };
}

/**
 * The certificate of the key pair that the installation keeps, for checks. Throws if the private
 * key is not that of the certificate.
 */
export function certificateOfPair(kept: string): X509Certificate {
  const { key, certificate }: KeyPair = JSON.parse(kept);
  const read = new X509Certificate(certificate);
  if (!read.checkPrivateKey(createPrivateKey(key))) throw new Error('the keys don’t match');
  return read;
}

/** A private key and its certificate, as PEM. */
interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a key pair with a certificate that it signs itself, as JSON. */
async function makePair(host: string, now: number): Promise<string> {
  const { privateKey } = await createKeyPair('rsa', { modulusLength: KEY_BITS });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const forged = forge.pki.privateKeyFromPem(key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(forged.n, forged.e);
  // A serial number is positive, so its first bit is 0.
  certificate.serialNumber = `01${randomBytes(SERIAL_BYTES).toString('hex')}`;
  certificate.validity.notBefore = new Date(now - DAY_MS);
  certificate.validity.notAfter = new Date(now + VALID_DAYS * DAY_MS);
  const names = [{ name: 'commonName', value: host }];
  certificate.setSubject(names);
  certificate.setIssuer(names);
  certificate.sign(forged, forge.md.sha256.create());
  const pair: KeyPair = { key, certificate: forge.pki.certificateToPem(certificate) };
  return JSON.stringify(pair);
}
