import { createHash, X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';

const PEM = /^-----BEGIN CERTIFICATE-----/;
/** Base64 of DER, alone or between colons (RFC 9440). */
const BASE64 = /^:?([A-Za-z0-9+/]+={0,2}):?$/;

/**
 * Makes the function that reads the thumbprint of the certificate that a client came with: that of
 * its TLS connection to this process, or the one in the header of a trusted proxy. It returns
 * undefined without a certificate. A proxy that is trusted also sends `X-Forwarded-For`.
 */
export function certificateReader(
  header: string | undefined,
): (request: FastifyRequest) => string | undefined {
  const thumbprints = new WeakMap<TLSSocket, string>();
  return (request) => {
    const { socket } = request.raw;
    if (!(socket instanceof TLSSocket)) return header && thumbprintInHeader(request, header);
    const known = thumbprints.get(socket);
    if (known !== undefined) return known;
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) return undefined;
    const thumbprint = thumbprintOf(certificate.raw);
    thumbprints.set(socket, thumbprint);
    return thumbprint;
  };
}

function thumbprintInHeader(request: FastifyRequest, header: string): string | undefined {
  const isByProxy = (request.ips?.length ?? 0) > 1;
  const value = isByProxy ? request.headers[header] : undefined;
  return typeof value === 'string' ? thumbprintOfText(value) : undefined;
}

/** The thumbprint of a certificate as proxies write it: PEM, percent-encoded PEM or base64. */
function thumbprintOfText(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value.replaceAll('+', '%2B')).trim();
    const base64 = BASE64.exec(text)?.[1];
    if (base64 === undefined && !PEM.test(text)) return undefined;
    const bytes = base64 === undefined ? text : Buffer.from(base64, 'base64');
    return thumbprintOf(new X509Certificate(bytes).raw);
  } catch {
    return undefined;
  }
}

/** RFC 8705, section 3.1: base64url of the SHA-256 of the certificate's DER. */
function thumbprintOf(der: Buffer): string {
  return createHash('sha256').update(der).digest('base64url');
}
