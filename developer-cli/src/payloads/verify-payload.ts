import { createHash, X509Certificate } from 'node:crypto';
import {
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { Failure } from '../failure.ts';
import { type GetLimits, limitedGet } from './limited-get.ts';
import type { PayloadCheck } from './payload-check.ts';

const ALGORITHMS = ['RS256', 'PS256'];

/** A payload, what was checked of it, and what it says if the signature is right. */
export interface VerifiedPayload {
  readonly checks: readonly PayloadCheck[];
  /** Undefined when a check failed. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Verifies the JWS of a code's location as a payer's program must: the algorithm, the host of
 * `jku`, `kid`, `x5t`, the certificate's validity and the signature. Stops at the first fault.
 */
export async function verifyPayload(
  token: string,
  location: URL,
  { now, ...limits }: GetLimits & { readonly now: number },
): Promise<VerifiedPayload> {
  const checks: PayloadCheck[] = [];
  const pass = (check: PayloadCheck['check'], message: string): void =>
    void checks.push({ check, ok: true, message });
  try {
    const header = readHeader(token);
    pass('algorithm', `assinado com ${header.alg}`);
    const keysUrl = checkKeysUrl(header, location);
    pass('jku', `a chave está no host do código, ${keysUrl.host}`);
    const key = await findKey(header, keysUrl, limits);
    pass('kid', `a chave ${header.kid} existe`);
    const certificate = checkCertificate(header, key);
    pass('x5t', 'x5t é o do certificado da chave');
    checkValidity(certificate, now);
    pass(
      'certificate',
      `certificado de ${subjectOf(certificate)}, até ${dayOf(certificate.validTo)}`,
    );
    const payload = await checkSignature(token, key, header);
    pass('signature', 'a assinatura confere');
    return { checks, payload };
  } catch (error) {
    if (!(error instanceof PayloadFault)) throw error;
    checks.push({ check: error.check, ok: false, message: error.message });
    return { checks, payload: undefined };
  }
}

class PayloadFault extends Error {
  readonly check: PayloadCheck['check'];

  constructor(check: PayloadCheck['check'], message: string) {
    super(message);
    this.check = check;
  }
}

function readHeader(token: string): JWSHeaderParameters {
  let header: JWSHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new PayloadFault('algorithm', 'a resposta não é um JWS compacto');
  }
  if (ALGORITHMS.includes(header.alg ?? '')) return header;
  const message = `o algoritmo ${header.alg ?? 'ausente'} não serve: só ${ALGORITHMS.join(' e ')}`;
  throw new PayloadFault('algorithm', message);
}

/** Anybody could sign with a key of another host. */
function checkKeysUrl({ jku }: JWSHeaderParameters, location: URL): URL {
  if (typeof jku !== 'string' || !URL.canParse(jku)) {
    throw new PayloadFault('jku', 'falta jku, o endereço da chave');
  }
  const url = new URL(jku);
  if (url.host !== location.host) {
    throw new PayloadFault('jku', `a chave está em ${url.host}, e o código é de ${location.host}`);
  }
  if (url.protocol === location.protocol) return url;
  throw new PayloadFault('jku', `a chave não é lida por ${location.protocol.slice(0, -1)}`);
}

async function findKey({ kid }: JWSHeaderParameters, url: URL, limits: GetLimits): Promise<JWK> {
  const { status, text } = await getKeys(url, limits);
  if (status !== 200) throw new PayloadFault('kid', `${url.href} responde ${status}`);
  const key = keysOf(text).find((one) => one.kid === kid);
  if (kid !== undefined && key !== undefined) return key;
  throw new PayloadFault('kid', `${url.href} não tem a chave ${kid ?? '(falta kid)'}`);
}

async function getKeys(url: URL, limits: GetLimits) {
  try {
    return await limitedGet(url, limits);
  } catch (error) {
    if (error instanceof Failure) throw new PayloadFault('kid', error.message);
    throw error;
  }
}

function keysOf(text: string): JWK[] {
  try {
    const { keys } = JSON.parse(text);
    return Array.isArray(keys) ? keys.filter((one) => typeof one === 'object' && one !== null) : [];
  } catch {
    return [];
  }
}

/** The certificate must be the one of `x5t`, and its key the one that verifies. */
function checkCertificate(header: JWSHeaderParameters, key: JWK): X509Certificate {
  const certificate = readCertificate(key);
  if (!namesCertificate(header, certificate)) {
    throw new PayloadFault('x5t', 'x5t não é o do certificado da chave');
  }
  const { n, e } = certificate.publicKey.export({ format: 'jwk' });
  if (n === key.n && e === key.e) return certificate;
  throw new PayloadFault('x5t', 'o certificado é de outra chave');
}

function readCertificate({ x5c }: JWK): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(x5c?.[0] ?? '', 'base64'));
  } catch {
    throw new PayloadFault('x5t', 'a chave não tem certificado (x5c)');
  }
}

/** Whether the header names the certificate by SHA-1, by SHA-256 or by both. */
function namesCertificate(header: JWSHeaderParameters, { raw }: X509Certificate): boolean {
  const names = [
    [header.x5t, 'sha1'],
    [header['x5t#S256'], 'sha256'],
  ] as const;
  const given = names.filter(([name]) => name !== undefined);
  const isRight = given.every(([name, algorithm]) => {
    if (typeof name !== 'string') return false;
    // Many banks write the padding, which base64url has not.
    return Buffer.from(name, 'base64').equals(createHash(algorithm).update(raw).digest());
  });
  return given.length > 0 && isRight;
}

function checkValidity({ validFrom, validTo }: X509Certificate, now: number): void {
  if (now < Date.parse(validFrom)) {
    throw new PayloadFault('certificate', `o certificado só vale a partir de ${dayOf(validFrom)}`);
  }
  if (now > Date.parse(validTo)) {
    throw new PayloadFault('certificate', `o certificado venceu em ${dayOf(validTo)}`);
  }
}

async function checkSignature(token: string, key: JWK, { alg }: JWSHeaderParameters) {
  // Some banks write another `alg` into the key, such as RSA; that of the header is checked.
  const { alg: _, ...material } = key;
  try {
    const imported = await importJWK(material, alg);
    const { payload } = await compactVerify(token, imported, { algorithms: ALGORITHMS });
    return JSON.parse(Buffer.from(payload).toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new PayloadFault('signature', 'a assinatura confere, mas o conteúdo não é JSON');
    }
    throw new PayloadFault('signature', 'a assinatura não confere: o conteúdo foi alterado');
  }
}

function subjectOf({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? 'sem nome';
}

function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('pt-BR', { timeZone: 'UTC' });
}
