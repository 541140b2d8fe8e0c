import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Reader, readTrustedProxies } from './config-reader.ts';

/** The header of a token's answer with the thumbprint of the certificate that the gateway saw. */
export const SEEN_CERTIFICATE = 'x-client-certificate';

/** A certificate and its private key, as PEM. */
export interface KeyAndCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The settings of the Central Bank's API that we answer (API Pix). */
export interface ApiPixConfig {
  /** The certificate that call-backs show to receivers that ask for one; undefined: none. */
  readonly callbackCertificate: KeyAndCertificate | undefined;
  /** The port that asks clients for a certificate; undefined: none. */
  readonly tls: ApiPixTls | undefined;
  /** The header by which a trusted proxy tells the certificate of a client, in lower case. */
  readonly certificateHeader: string | undefined;
}

/** A port of TLS, with its certificate and the authority of its clients (PEM). */
export interface ApiPixTls extends KeyAndCertificate {
  readonly port: number;
  /** Undefined: clients may have any certificate, or none. */
  readonly clientAuthority: Buffer | undefined;
}

const PORT = { min: 1, max: 65_535 };
const HEADER_NAME = /^[a-z0-9-]{1,64}$/;

/** Reads the settings of API Pix. Throws a ConfigError that names the wrong variable. */
export function readApiPixConfig(read: Reader): ApiPixConfig {
  return Object.freeze({
    callbackCertificate: readPair(read, 'API_PIX_CALLBACK_CERTIFICATE', 'API_PIX_CALLBACK_KEY'),
    tls: readTls(read),
    certificateHeader: readHeaderName(read),
  });
}

function readTls(read: Reader): ApiPixTls | undefined {
  const pair = readPair(read, 'API_PIX_TLS_CERTIFICATE', 'API_PIX_TLS_KEY');
  const clientAuthority = readFile(read, 'API_PIX_TLS_CLIENT_CA');
  if (read.optional('API_PIX_TLS_PORT') === undefined) {
    if (pair || clientAuthority) throw new ConfigError('falta API_PIX_TLS_PORT');
    return undefined;
  }
  if (!pair) throw new ConfigError('API_PIX_TLS_CERTIFICATE é obrigatória com API_PIX_TLS_PORT');
  if (clientAuthority?.includes('-----BEGIN CERTIFICATE-----') === false) {
    throw new ConfigError('API_PIX_TLS_CLIENT_CA inválida: esperado um arquivo PEM');
  }
  return { port: read.integer('API_PIX_TLS_PORT', 0, PORT), ...pair, clientAuthority };
}

/**
 * The header is believed from trusted proxies only, which must be named by their addresses: a
 * certificate may stand for a secret, and with a number of proxies anybody could send the header.
 */
function readHeaderName(read: Reader): string | undefined {
  const name = 'API_PIX_CLIENT_CERTIFICATE_HEADER';
  const header = read.optional(name)?.toLowerCase();
  if (header === undefined) return undefined;
  if (!HEADER_NAME.test(header)) {
    throw new ConfigError(`${name} inválida: esperado o nome de um cabeçalho HTTP`);
  }
  if (typeof readTrustedProxies(read) !== 'string') {
    throw new ConfigError(`${name} só vale com os endereços dos proxies em TRUST_PROXY`);
  }
  return header;
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
