import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNERS_SCOPES } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { OPERATIONS } from '#src/host/operations.ts';
import { merchantDocument } from './panel-document.ts';

/** What a developer's program does in production, though its developer doesn't do it by hand. */
const SCOPES_OF_PROGRAMS: readonly string[] = ['charges:write', 'payment_links:write'];

/** The operation of the panel for one of the API: its other door, or one that does the same. */
const AT_PANEL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    OPERATIONS.flatMap(({ program, member }) =>
      program && member ? [[program.id, member.id]] : [],
    ),
  ),
  getQrImage: 'getTransactionWithTimeline',
  getTransaction: 'getTransactionWithTimeline',
  listTransactions: 'searchTransactions',
  getReceipt: 'downloadReceipt',
  createChargeBatch: 'confirmChargeBatch',
  listChargeBatches: 'listOwnChargeBatches',
  getChargeBatch: 'getOwnChargeBatch',
  listChargeBatchItems: 'listOwnChargeBatchLines',
  getProduct: 'listOwnProducts',
  listSplits: 'listReceivedSplits',
  // It computes and stores nothing.
  previewSplit: 'listReceivedSplits',
  listSubscriptions: 'listOwnSubscriptions',
  getSubscriptionImage: 'getOwnSubscription',
  retrySubscriptionCycle: 'retrySubscriptionByHand',
  listDisputes: 'listOwnDisputes',
  listRefunds: 'listOwnRefunds',
  getRefund: 'listOwnRefunds',
  getBalance: 'getOverview',
  getClosingSettings: 'getClosingMails',
  listEvents: 'listDeliveries',
  getEvent: 'getDelivery',
  listEventAttempts: 'getDelivery',
  streamEvents: 'listDeliveries',
  resendEvent: 'resendDelivery',
  listWebhookEndpoints: 'listWebhooks',
  getWebhookEndpoint: 'listWebhooks',
  // It shows no secret that the caller doesn't have.
  checkWebhookEndpointSecret: 'listWebhooks',
  changeWebhookEndpoint: 'changeWebhook',
  pauseWebhookEndpoint: 'changeWebhook',
  resumeWebhookEndpoint: 'changeWebhook',
  streamRequests: 'listRequests',
  getPayerMailSettings: 'getOwnPayerMailSettings',
  listCustomers: 'listOwnCustomers',
  getCustomer: 'getOwnCustomer',
};

interface Operation {
  readonly operationId: string;
  readonly security: readonly { readonly clientId: readonly string[] }[];
}

test('each live operation that the panel keeps from developers needs a scope that their keys can’t have', async () => {
  const { paths } = (await merchantDocument()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/test/'))
    .flatMap(([, methods]) => Object.values(methods));
  assert.ok(operations.length > 50);
  const faults = operations.flatMap(({ operationId: id, security }) => {
    const byHand = [AT_PANEL[id], `${id}ByHand`, id].find((name) => name && MEMBER_ACCESS[name]);
    if (byHand === undefined) return [`${id}: name its operation at the panel`];
    if (MEMBER_ACCESS[byHand]?.roles.live.includes('developer')) return [];
    return security
      .flatMap(({ clientId }) => clientId)
      .filter((scope) => ![...OWNERS_SCOPES, ...SCOPES_OF_PROGRAMS].includes(scope))
      .map((scope) => `${id}: ${scope} is not of owners, as ${byHand} is`);
  });
  assert.deepEqual(faults, []);
});
