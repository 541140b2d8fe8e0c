import { createHash } from 'node:crypto';
import { SEEN_CERTIFICATE } from '#src/ground/config/api-pix-config.ts';
import type { Config } from '#src/ground/config/config.ts';
import { type Found, failure, ok, reasonOf, skipped } from './finding.ts';

const TIMEOUT_MS = 5_000;
/** A made-up certificate (CN=doctor) that no key has; its private key was not kept. */
const FORGED =
  'MIIBejCCAR+gAwIBAgIUHq37IJzkmBV7NFJO4JwZNjQGTucwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGZG9j' +
  'dG9yMCAXDTI2MTEyODE5MjEwNVoYDzIxMjYxMTA0MTkyMTA1WjARMQ8wDQYDVQQDDAZkb2N0b3IwWTATBgcq' +
  'hkjOPQIBBggqhkjOPQMBBwNCAARPVLKMLMyJtnQCiQdTjp65Ag4GTCZjhAWlxjGNCEuUJGu5v64S2711BJa3' +
  'XKXyizqYYq3jbdenOiq8FbhoaCwto1MwUTAdBgNVHQ4EFgQUCPGL08PEVm25p2saZEWNpm20cvowHwYDVR0j' +
  'BBgwFoAUCPGL08PEVm25p2saZEWNpm20cvowDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA' +
  'v20s6TwUeAguWTlszAbAIpy+wo/k0ADDKTMr4eOIMR8CIQDkVDvcPvIX1dmmJAgVVoR2YZGbN31G14Ww3hn5' +
  'Sxrwkg==';
/** An address that no client has (RFC 5737), as a client may write it itself. */
const ELSEWHERE = '203.0.113.1';

/**
 * Asks each public address for a token, as a client that writes the header of a proxy itself: the
 * gateway must not see the certificate. A server block of the proxy that sets no header lets it
 * through, and a certificate may stand for a secret.
 */
export async function forgedCertificateFindings(
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'apiPix'>,
): Promise<Found[]> {
  const { certificateHeader } = config.apiPix;
  if (certificateHeader === undefined) return [];
  const addresses = [...new Set([config.baseUrl, config.appUrl])];
  return Promise.all(addresses.map((address) => findingOf(address, certificateHeader)));
}

async function findingOf(address: string, header: string): Promise<Found> {
  try {
    const answer = await fetch(`${address}/oauth/token`, {
      method: 'POST',
      headers: { [header]: FORGED, 'x-forwarded-for': ELSEWHERE },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'doctor' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.headers.get(SEEN_CERTIFICATE) !== thumbprintOfForged()) {
      return ok(`por ${address} ninguém inventa um certificado de cliente`);
    }
    return failure(
      `por ${address} qualquer pessoa inventa um certificado de cliente, no cabeçalho ${header}`,
      `faça cada bloco do proxy definir ${header} e X-Forwarded-For (docs/operating/api-pix.md)`,
    );
  } catch (error) {
    return skipped(
      `${address} não responde: certificado inventado não testado: ${reasonOf(error)}`,
    );
  }
}

function thumbprintOfForged(): string {
  return createHash('sha256').update(Buffer.from(FORGED, 'base64')).digest('base64url');
}
