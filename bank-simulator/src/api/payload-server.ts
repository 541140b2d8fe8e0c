import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { CompactSign, exportJWK } from 'jose';
import type { Bank } from '../bank/bank.ts';
import { type PayloadQuery, readPayload } from '../bank/payloads.ts';
import { recurrencePayloadPath } from '../bank/recurring/locations.ts';
import { readRecurrencePayload } from '../bank/recurring/payload.ts';
import type { Json } from '../bank/represent.ts';
import type { BankCertificates, CertificatePair } from '../certificates/make-certificates.ts';
import { type ApiServer, createApiServer } from './api-server.ts';
import { addRequestHooks } from './request-hooks.ts';
import type { RequestLog } from './request-log.ts';

const KEYS_PATH = '/qr/chaves';
const ALGORITHM = 'RS256';

/**
 * Starts the server from which payers' programs read what a code's location shows: a JWS by the
 * certificate of the location's host, and the key set that its header names. It asks for no
 * certificate. Undefined without a port.
 */
export async function startPayloadServer(
  bank: Bank,
  certificates: BankCertificates,
  log: RequestLog,
): Promise<ApiServer | undefined> {
  const { locationPort, host } = bank.settings;
  if (locationPort === undefined) return undefined;
  const server = createApiServer(bank, certificates, { requiresCertificate: false });
  addRequestHooks(server, bank, log);
  const signer = createSigner(certificates.server);
  for (const path of ['/qr/v2/:token', '/qr/v2/cobv/:token']) {
    server.get<{ Querystring: PayloadQuery }>(
      path,
      { config: { operation: 'readPayload', invalid: 'payloadInvalid' } },
      async ({ url, query }, reply) => {
        const [plain = ''] = url.split('?');
        const payload = readPayload(bank, plain, query);
        return reply.type('application/jose').send(await signer.sign(payload, bank.locationHost));
      },
    );
  }
  server.get(
    recurrencePayloadPath(':token'),
    { config: { operation: 'readRecurrencePayload' } },
    async ({ url }, reply) => {
      const [plain = ''] = url.split('?');
      const payload = readRecurrencePayload(bank, plain);
      return reply.type('application/jose').send(await signer.sign(payload, bank.locationHost));
    },
  );
  server.get(KEYS_PATH, { config: { operation: 'readKeySet' } }, async () => signer.keySet());
  const url = await server.listen({ host, port: locationPort });
  bank.locationHost = new URL(url).host;
  return server;
}

/** Signs as the manual of security says: `kid`, `jku` and `x5t` of the certificate. */
function createSigner({ cert, key }: CertificatePair) {
  const { raw } = new X509Certificate(cert);
  const privateKey = createPrivateKey(key);
  const x5t = createHash('sha1').update(raw).digest('base64url');
  return {
    sign: (payload: Json, host = '') =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({
          alg: ALGORITHM,
          typ: 'JOSE',
          kid: x5t,
          jku: `https://${host}${KEYS_PATH}`,
          x5t,
        })
        .sign(privateKey),
    keySet: async () => ({
      keys: [
        {
          ...(await exportJWK(createPublicKey(cert))),
          kid: x5t,
          alg: ALGORITHM,
          use: 'sig',
          x5t,
          x5c: [raw.toString('base64')],
        },
      ],
    }),
  };
}
