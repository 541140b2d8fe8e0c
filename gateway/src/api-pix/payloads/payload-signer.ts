import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { readPayloadKey } from '#src/ground/database/installation.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { selfSignedCertificate } from '#src/ground/encryption/self-signed-certificate.ts';

/** The algorithm that the Central Bank's document shows. */
const ALGORITHM = 'RS256';
const KEY_BITS = 2_048;
const VALID_DAYS = 3_650;
const createKeyPair = promisify(generateKeyPair);

export interface SignerDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
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
  // Loaded with the first payload: its files would delay each start.
  const { CompactSign, exportJWK } = await import('jose');
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

/** A private key and its certificate, as PEM. */
interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a key pair with a certificate that it signs itself, as JSON. */
async function makePair(host: string, now: number): Promise<string> {
  const { privateKey } = await createKeyPair('rsa', { modulusLength: KEY_BITS });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const certificate = selfSignedCertificate(privateKey, {
    commonName: host,
    notBefore: now - DAY_MS,
    notAfter: now + VALID_DAYS * DAY_MS,
  });
  const pair: KeyPair = { key, certificate };
  return JSON.stringify(pair);
}
