import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { CertificatePair } from '../certificates/make-certificates.ts';

export interface PostOptions {
  readonly body: string;
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** The client certificate, for servers that request one; undefined to send none. */
  readonly certificate: CertificatePair | undefined;
  /** Trusted authorities besides the public ones (PEM). */
  readonly authorities: readonly string[];
}

/** The result: the status, or the name of the error (`ECONNREFUSED`, `TimeoutError`). */
export type PostResult = { readonly status: number } | { readonly error: string };

/** Posts JSON over http or https. Never throws. */
export async function post(url: string, options: PostOptions): Promise<PostResult> {
  try {
    return { status: await send(url, options) };
  } catch (error) {
    const { code, name, cause } = error as NodeJS.ErrnoException;
    // An aborted request carries the reason as its cause.
    return { error: cause instanceof Error ? cause.name : (code ?? name) };
  }
}

function send(url: string, options: PostOptions): Promise<number> {
  const isSecure = new URL(url).protocol === 'https:';
  const { body, certificate } = options;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const requestOptions: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
  };
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? requestHttps(url, {
          ...requestOptions,
          ca: [...rootCertificates, ...options.authorities],
          ...(certificate ?? {}),
        })
      : requestHttp(url, requestOptions);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
