import { randomBytes } from 'node:crypto';
import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable } from '#src/platform/database.ts';
import type { SecretBox } from '#src/platform/encryption.ts';
import { checkTargetUrl, type TargetRules } from '#src/platform/http-client.ts';
import { createId, isId } from '#src/platform/ids.ts';
import { addJobs } from '#src/platform/jobs.ts';
import { Refusal } from '#src/platform/problems.ts';
import { deliveryJob, emitEvents } from './emit-events.ts';
import {
  type EndpointRow,
  insertEndpoint,
  releaseHeldDeliveries,
  selectEndpoint,
  selectEndpointsOf,
  updateEndpointSecret,
  updateEndpointStatus,
} from './endpoint-store.ts';

const URL_LENGTH_MAX = 2048;
const SECRET_BYTES = 32;
const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1_000;

export interface EndpointNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly targetRules: TargetRules;
}

/** An address that is told of what happens in a book. */
export interface Endpoint extends Book {
  readonly id: string;
  readonly url: string;
  readonly status: 'active' | 'paused';
  readonly createdAt: number;
}

/** Whose endpoint it is to be. The sandbox has none: its addresses come with each request. */
export interface EndpointOwner extends Book {
  readonly isSandbox: boolean;
}

/** Registers an address. The secret is in the answer and nowhere else in clear. */
export async function createEndpoint(
  needs: EndpointNeeds,
  owner: EndpointOwner,
  uncheckedUrl: string,
): Promise<Endpoint & { secret: string }> {
  if (owner.isSandbox) throw new Refusal('sandbox_forbidden');
  const url = uncheckedUrl.trim();
  const isAllowed = url.length <= URL_LENGTH_MAX && checkTargetUrl(url, needs.targetRules) === 'ok';
  if (!isAllowed) throw new Refusal('webhook_url_invalid');
  const createdAt = needs.clock.now();
  const id = createId(createdAt);
  const secret = createSecret();
  const { merchantId, environment } = owner;
  const sealedSecret = needs.secretBox.seal(secret, id);
  await needs.database.transaction(async (tx) =>
    insertEndpoint(tx, { merchantId, environment, id, url, sealedSecret, createdAt }),
  );
  return { merchantId, environment, id, url, status: 'active', createdAt, secret };
}

/** The endpoints of a book, oldest first. */
export async function listEndpoints(database: Queryable, book: Book): Promise<Endpoint[]> {
  return (await selectEndpointsOf(database, book)).map(endpointFromRow);
}

/** Stops sending to an endpoint. What happens meanwhile is kept for it. */
export async function pauseEndpoint(needs: EndpointNeeds, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(needs.database, id);
  await needs.database.transaction(async (tx) => updateEndpointStatus(tx, endpoint, 'paused'));
  return { ...endpointFromRow(endpoint), status: 'paused' };
}

/** Sends again, and first what was kept. */
export async function resumeEndpoint(needs: EndpointNeeds, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(needs.database, id);
  await needs.database.transaction(async (tx) => {
    updateEndpointStatus(tx, endpoint, 'active');
    const held = await releaseHeldDeliveries(tx, endpoint, needs.clock.now());
    addJobs(
      tx,
      held.map((key) => deliveryJob(key)),
    );
  });
  return { ...endpointFromRow(endpoint), status: 'active' };
}

/** Gives an endpoint a new secret; for 24 hours both sign. */
export async function rotateEndpointSecret(
  needs: EndpointNeeds,
  id: string,
): Promise<Endpoint & { secret: string }> {
  const endpoint = await findEndpoint(needs.database, id);
  const secret = createSecret();
  await needs.database.transaction(async (tx) =>
    updateEndpointSecret(tx, endpoint, {
      sealedSecret: needs.secretBox.seal(secret, endpoint.id),
      previousUntil: needs.clock.now() + SECRET_OVERLAP_MS,
    }),
  );
  return { ...endpointFromRow(endpoint), secret };
}

/** Sends a `webhook.test` event to this endpoint. */
export async function testEndpoint(needs: EndpointNeeds, id: string): Promise<Endpoint> {
  const endpoint = endpointFromRow(await findEndpoint(needs.database, id));
  const now = needs.clock.now();
  const { merchantId, environment } = endpoint;
  await needs.database.transaction((tx) =>
    emitEvents(
      tx,
      [
        {
          merchantId,
          environment,
          kind: 'webhook.test',
          resourceId: createId(now),
          sequence: 1,
          data: { type: 'test', endpoint_id: endpoint.id },
          audience: { kind: 'endpoint', endpointId: endpoint.id },
        },
      ],
      now,
    ),
  );
  return endpoint;
}

async function findEndpoint(database: Queryable, id: string): Promise<EndpointRow> {
  const endpoint = isId(id) ? await selectEndpoint(database, id) : undefined;
  if (!endpoint) throw new Refusal('webhook_not_found');
  return endpoint;
}

function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

function endpointFromRow(row: EndpointRow): Endpoint {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    url: row.url,
    status: row.status,
    createdAt: row.created_at,
  };
}
