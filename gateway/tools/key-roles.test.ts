import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNERS_SCOPES } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { merchantDocument } from './panel-document.ts';

/** What a developer's program does in production, though its developer doesn't do it by hand. */
const SCOPES_OF_PROGRAMS: readonly string[] = ['charges:write', 'payment_links:write'];

/** The operation of the panel for one of the API that isn't its name with `ByHand`. */
const AT_PANEL: Readonly<Record<string, string>> = {
  getQrImage: 'getTransactionWithTimeline',
  getTransaction: 'getTransactionWithTimeline',
  listTransactions: 'searchTransactions',
  getReceipt: 'downloadReceipt',
  createChargeBatch: 'confirmChargeBatch',
  listChargeBatches: 'listOwnChargeBatches',
  getChargeBatch: 'getOwnChargeBatch',
  listChargeBatchItems: 'listOwnChargeBatchLines',
  getChargeBatchCarne: 'downloadCarne',
  listPaymentLinks: 'listOwnPaymentLinks',
  getPaymentLink: 'getOwnPaymentLink',
  listProducts: 'listOwnProducts',
  getProduct: 'listOwnProducts',
  listSplits: 'listReceivedSplits',
  // It computes and stores nothing.
  previewSplit: 'listReceivedSplits',
  listSubscriptions: 'listOwnSubscriptions',
  getSubscription: 'getOwnSubscription',
  getSubscriptionImage: 'getOwnSubscription',
  listSubscriptionCycles: 'listOwnSubscriptionCycles',
  retrySubscriptionCycle: 'retrySubscriptionByHand',
  listRefunds: 'listOwnRefunds',
  getRefund: 'listOwnRefunds',
  listDisputes: 'listOwnDisputes',
  getDispute: 'getOwnDispute',
  listDisputeFiles: 'listOwnDisputeFiles',
  getDisputeFile: 'getOwnDisputeFile',
  getBalance: 'getOverview',
  listClosings: 'listOwnClosings',
  getClosingSettings: 'getClosingMails',
  listEvents: 'listDeliveries',
  getEvent: 'getDelivery',
  listEventAttempts: 'getDelivery',
  streamEvents: 'listDeliveries',
  resendEvent: 'resendDelivery',
  listWebhookEndpoints: 'listWebhooks',
  getWebhookEndpoint: 'listWebhooks',
  createWebhookEndpoint: 'createWebhook',
  changeWebhookEndpoint: 'changeWebhook',
  deleteWebhookEndpoint: 'deleteWebhook',
  pauseWebhookEndpoint: 'changeWebhook',
  resumeWebhookEndpoint: 'changeWebhook',
  testWebhookEndpoint: 'testWebhook',
  rotateWebhookEndpoint: 'rotateWebhookSecret',
  streamRequests: 'listRequests',
  getPayerMailSettings: 'getOwnPayerMailSettings',
  changePayerMailSettings: 'setOwnPayerMailSettings',
  listPayerMails: 'listOwnPayerMails',
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
