import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Reader } from './config-reader.ts';

/** A certificate and its private key, as PEM. */
export interface KeyAndCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The settings of the Central Bank's API that we answer (API Pix). */
export interface ApiPixConfig {
  /** What call-backs show to receivers that ask for a certificate; undefined: nothing. */
  readonly callbackCertificate: KeyAndCertificate | undefined;
}

/** Reads the settings of API Pix. Throws a ConfigError that names the wrong variable. */
export function readApiPixConfig(read: Reader): ApiPixConfig {
  return Object.freeze({
    callbackCertificate: readPair(read, 'API_PIX_CALLBACK_CERTIFICATE', 'API_PIX_CALLBACK_KEY'),
  });
}

/** A PEM pair of two files, or of one that has both; it is loaded by OpenSSL to check it. */
function readPair(
  read: Reader,
  certificateName: string,
  keyName: string,
): KeyAndCertificate | undefined {
  const cert = readFile(read, certificateName);
  const key = readFile(read, keyName);
  if (!cert) {
    if (key) throw new ConfigError(`${keyName} só vale com ${certificateName}`);
    return undefined;
  }
  const pair = { cert, key: key ?? cert };
  try {
    createSecureContext(pair);
  } catch {
    throw new ConfigError(`${certificateName} inválida: o certificado e a chave não combinam`);
  }
  return pair;
}

/** The file that a variable names; undefined if the variable is not set. */
function readFile(read: Reader, name: string): Buffer | undefined {
  const path = read.optional(name);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError(`${name} inválida: o arquivo não pôde ser lido (${code})`);
  }
}
