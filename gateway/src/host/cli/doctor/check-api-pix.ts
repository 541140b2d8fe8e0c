import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { ApiPixTls } from '#src/ground/config/api-pix-config.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { Database } from '#src/ground/database/database.ts';
import { openPayloadKey } from '#src/ground/database/installation.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { keysOf } from '../../encryption-keys.ts';
import { validity } from './check-certificates.ts';
import { forgedCertificateFindings } from './check-forged-certificate.ts';
import { withReachableDatabase } from './database-session.ts';
import { type Check, type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const RENEW = 'renove o certificado, troque o arquivo e reinicie o gateway';

/**
 * Checks what the Central Bank's API needs: the certificates of its port, of call-backs and of
 * clients' authorities, the port itself, and the key that signs payloads. That a key belongs to its
 * certificate is checked with the configuration.
 */
export const apiPixCheck: Check = {
  name: 'api_pix',
  limitMs: 15_000,
  run: async ({ config, clock }) => {
    const now = clock.now();
    const { tls, callbackCertificate } = config.apiPix;
    const signer = await withReachableDatabase(config, (database) =>
      payloadFindings(config, database, now),
    );
    return [
      ...(callbackCertificate
        ? [fileFinding('API_PIX_CALLBACK_CERTIFICATE', callbackCertificate.cert, now)]
        : []),
      ...(tls
        ? await portFindings(config, tls, now)
        : [skipped('sem porta com certificado (mTLS)')]),
      ...(await forgedCertificateFindings(config)),
      ...signer,
    ];
  },
};

function fileFinding(name: string, pem: Buffer, now: number): Found {
  return validity(`o certificado de ${name}`, new X509Certificate(pem), now, RENEW);
}

async function portFindings(config: Config, tls: ApiPixTls, now: number): Promise<Found[]> {
  return [
    fileFinding('API_PIX_TLS_CERTIFICATE', tls.cert, now),
    ...authorityFindings(tls, now),
    await servedFinding(config, tls),
  ];
}

/** Judges each authority of clients. With one that can't be read, no client connects. */
function authorityFindings({ clientAuthority }: ApiPixTls, now: number): Found[] {
  const authorities = String(clientAuthority ?? '').match(CERTIFICATES) ?? [];
  const whose = 'a autoridade em API_PIX_TLS_CLIENT_CA';
  return authorities.map((pem) => {
    try {
      const advice = 'troque o arquivo pela autoridade nova e reinicie o gateway';
      return validity(whose, new X509Certificate(pem), now, advice);
    } catch (error) {
      return failure(
        `${whose} não pôde ser lida: ${reasonOf(error)}`,
        'confira o arquivo: nenhum cliente dessa autoridade consegue conectar',
      );
    }
  });
}

/** Compares what the port shows with the file, which is read at the start. */
async function servedFinding({ host, roles }: Config, { port, cert }: ApiPixTls): Promise<Found> {
  if (!roles.has('api')) return skipped('com ROLES=worker não há porta com certificado');
  try {
    const served = await servedCertificate(ANY_ADDRESS[host] ?? host, port);
    if (served?.fingerprint256 === new X509Certificate(cert).fingerprint256) {
      return ok(`a porta ${port} (mTLS) mostra o certificado do arquivo`);
    }
    return warning(
      `a porta ${port} (mTLS) mostra outro certificado que o de API_PIX_TLS_CERTIFICATE`,
      'reinicie o gateway: ele lê o arquivo no início',
    );
  } catch {
    return warning(
      `ninguém atende na porta ${port} (mTLS)`,
      'inicie o gateway, ou confira API_PIX_TLS_PORT e HOST',
    );
  }
}

async function servedCertificate(host: string, port: number): Promise<X509Certificate | undefined> {
  // A server may refuse us without a certificate after its own was shown.
  const socket: TLSSocket = connect({ host, port, rejectUnauthorized: false });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('não respondeu a tempo')));
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerX509Certificate();
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/** The certificate of the pair that signs payloads. Throws if the private key is another one's. */
function certificateOfPair(kept: string): X509Certificate {
  const { key, certificate }: Readonly<Record<'key' | 'certificate', string>> = JSON.parse(kept);
  const read = new X509Certificate(certificate);
  if (!read.checkPrivateKey(createPrivateKey(key))) throw new Error('the keys don’t match');
  return read;
}

async function payloadFindings(config: Config, database: Database, now: number): Promise<Found[]> {
  try {
    const kept = await openPayloadKey(database, createSecretBox(await keysOf(config)));
    if (kept === undefined) return [skipped('a chave que assina os códigos nasce no primeiro uso')];
    const advice = 'avise quem mantém o gateway: a chave dos códigos de teste precisa ser trocada';
    const certificate = certificateOfPair(kept);
    return [validity('a chave que assina os códigos de teste', certificate, now, advice)];
  } catch (error) {
    return [
      failure(
        `a chave que assina os códigos de teste não abre: ${reasonOf(error)}`,
        'use a chave de cifra original; as antigas vão em ENCRYPTION_KEY_PREVIOUS',
      ),
    ];
  }
}
