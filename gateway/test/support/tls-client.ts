import { request as send } from 'node:https';
import { text } from 'node:stream/consumers';
import { type PemPair, testCertificates } from '../banking/certificates.ts';

/** A request over TLS. */
export interface TlsCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly certificate?: PemPair | undefined;
}

/** One request over a new TLS connection, with or without a certificate. */
export function callByTls(
  port: number,
  { method, path, headers = {}, body, certificate }: TlsCall,
) {
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const pair = certificate && { cert: certificate.certificate, key: certificate.key };
    const options = { host: '127.0.0.1', servername: 'localhost', port, method, path, headers };
    const request = send(
      { ...options, ...pair, ca: testCertificates().authority, agent: false },
      async (response) => {
        const answered = await text(response);
        const isJson = response.headers['content-type']?.includes('json');
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(answered) : {} });
      },
    );
    request.on('error', reject).end(body);
  });
}
