import type { FastifyPluginAsync } from 'fastify';
import {
  findKeys,
  type UncheckedCredential,
} from '#src/accounts/merchants/credentials/authenticate.ts';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { StandardChargeOperations } from '#src/charges/api.ts';
import type { LimitCheck } from '#src/charges/batches/limit-checks.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes } from '#src/ground/http/operation-doors.ts';
import type { ReadToken } from '#src/ground/http/standard-door.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { RefundRequest } from '#src/money-out/refunds/refund-request.ts';
import type { StandardSubscriptionOperations } from '#src/subscriptions/api.ts';
import { createTokenReader } from './access/read-token.ts';
import { type CertificateOf, tokenRoutes } from './access/token-routes.ts';
import { certificateOperations } from './certificates/certificate-operations.ts';
import type { KeyOfScope } from './certificates/certificate-store.ts';
import { findCertificates } from './certificates/find-certificates.ts';
import { cobrRoutes } from './cobrs/cobr-routes.ts';
import { cobRoutes } from './cobs/cob-routes.ts';
import { cobvRoutes } from './cobvs/cobv-routes.ts';
import type { Receiver } from './cobvs/cobv-view.ts';
import { receiverOf } from './cobvs/receiver.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { lotRoutes } from './lots/lot-routes.ts';
import { payloadRoutes } from './payloads/payload-routes.ts';
import { pixRoutes } from './pix/pix-routes.ts';
import { TEST_PIX_KEY } from './pix-keys/own-pix-keys.ts';
import { recLocationRoutes } from './recs/rec-location-routes.ts';
import { recRoutes } from './recs/rec-routes.ts';
import { solicRecRoutes } from './recs/solicrec-routes.ts';
import { settingsOperations } from './settings/settings-operations.ts';
import { recurringWebhookRoutes } from './webhooks/recurring-webhook-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** The functions that the host hands to the façade. */
export interface ApiPixParts {
  readonly authenticate: Batcher<UncheckedCredential, Caller | undefined>;
  readonly certificateOf: CertificateOf;
  readonly charges: StandardChargeOperations;
  /** Undefined in a gateway without subscriptions: then it has no recurrences. */
  readonly subscriptions: StandardSubscriptionOperations | undefined;
  /** Undefined in a gateway without batches of charges: then it has no lots. */
  readonly limitCheck: LimitCheck | undefined;
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

/** Makes the function that reads the token of a request, for the guard of the host. */
export function tokenReaderOf(
  api: ApiContext,
  { certificateOf }: Pick<ApiPixParts, 'certificateOf'>,
): ReadToken {
  return createTokenReader({ ...api, ...findersOf(api, 'tokens'), certificateOf });
}

/** Finds the keys and certificates of callers, for tokens or for requests of tokens. */
function findersOf({ batcher }: ApiContext, purpose: 'tokens' | 'token-requests') {
  return {
    findKey: batcher(
      `authenticate-${purpose}`,
      (ids: readonly string[], limited) => findKeys(limited, ids),
      { atOnce: 2 },
    ),
    findCertificates: batcher(
      `certificates-of-${purpose}`,
      (keys: readonly KeyOfScope[], limited) => findCertificates(limited, keys),
      { atOnce: 1 },
    ),
  };
}

/** The routes of the Central Bank's API, and of its tokens. */
export function apiPixApi(api: ApiContext, parts: ApiPixParts): RoomRoutes {
  const { config, rateLimits } = api;
  const { defaultRateLimitPerMinute } = config;
  const bankPixKey = config.bank?.pixKey;
  const cobs = { bankPixKey, database: api.reads.database, operations: parts.charges };
  const writes = { database: api.database, clock: api.clock };
  const { baseUrl } = config;
  const { limitCheck } = parts;
  const tlsPort = config.apiPix.tls?.port;
  const takesCertificates = tlsPort !== undefined || config.apiPix.certificateHeader !== undefined;
  return {
    panel: [
      memberRoutes(settingsOperations, {
        ...api.panel,
        bankPixKey,
        baseUrl,
        tlsPort,
        takesCertificates,
      }),
      memberRoutes(certificateOperations, api.panel),
    ],
    open: [
      tokenRoutes({
        ...api,
        ...parts,
        defaultRateLimitPerMinute,
        ...findersOf(api, 'token-requests'),
      }),
      payloadRoutes({
        ...api,
        ...parts.charges,
        baseUrl,
        pixKey: TEST_PIX_KEY,
        receiverOf: (merchantId) => testReceiverOf(api, merchantId),
        count: (address, limit) => rateLimits.countRequest(`qr ${clientNetwork(address)}`, limit),
      }),
    ],
    standard: [
      cobRoutes({ ...cobs, clock: api.clock }),
      cobvRoutes({ reads: cobs, writes: { ...cobs, database: api.database } }),
      locationRoutes({ ...parts.charges, database: api.reads.database, baseUrl }),
      ...(limitCheck
        ? [lotRoutes({ reads: cobs, writes: { ...cobs, ...writes }, limitCheck })]
        : []),
      ...recurrencesOf(api, parts),
      pixRoutes({ ...cobs, clock: api.clock, createRefund: parts.createRefund }),
      webhookRoutes({ ...api, bankPixKey, targetRules: targetRulesOf(config) }),
    ],
  };
}

/** The routes of recurrences; none in a gateway without subscriptions. */
function recurrencesOf(
  api: ApiContext,
  { charges, subscriptions, ...parts }: ApiPixParts,
): readonly FastifyPluginAsync[] {
  if (!subscriptions) return [];
  const { baseUrl, bank } = api.config;
  const { database, clock } = api;
  const bankPixKey = bank?.pixKey;
  const reads = api.reads.database;
  const cobs = { bankPixKey, database: reads, operations: charges };
  const { locations } = charges;
  const recs = { ...parts, database, clock, reads, locations, charges, subscriptions };
  return [
    recRoutes(recs),
    cobrRoutes({
      ...recs,
      cobs: { ...cobs, database },
      reads: cobs,
      account: bank?.receivingAccount,
    }),
    solicRecRoutes(recs),
    recLocationRoutes({ ...recs, baseUrl }),
    recurringWebhookRoutes({ ...api, bankPixKey, targetRules: targetRulesOf(api.config) }),
  ];
}

/** Who receives a charge of the test environment. */
async function testReceiverOf({ database }: ApiContext, merchantId: string): Promise<Receiver> {
  const merchant = await findMerchantById(database, merchantId);
  const receiver = merchant && (await receiverOf(database, { ...merchant, environment: 'test' }));
  if (!receiver) throw new Error(`a charge of the unknown merchant ${merchantId}`);
  return receiver;
}
