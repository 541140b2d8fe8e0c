import { createHmac } from 'node:crypto';
import type { PayerOfCharge } from '#src/charges/charge.ts';
import { firstNonFinalId, firstRecentId } from '#src/charges/daily-totals/first-unsettled-id.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { readNewestPayers, readOldestPayers, readPayers } from '#src/charges/read-payers.ts';
import { isUnnamedPayer } from '#src/charges/standard-charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { selectNewestItems } from '#src/ground/clocks/clock-item-store.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { firstIdAt, ID_MIN, idAfter } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Round } from '#src/ground/work/poller.ts';
import type { CustomerIndex } from '../transactions/customer-links.ts';
import { selectNextMerchants } from '../transactions/search-chunk-store.ts';
import {
  addCustomers,
  advanceCursor,
  type ChargeOfCustomer,
  lockCustomers,
  type SeenCustomer,
  selectCursor,
  selectMissing,
  selectWaiting,
  writeCustomers,
} from './customer-link-store.ts';
import { wordsOfCustomer } from './customer-words.ts';

/** UUID version 8: the bits are the application's own. */
const VERSION = '8';

const VARIANTS = '89ab';

/** The charges of one transaction of the background work. */
const CHARGES_AT_ONCE = 1_000;
/** The newest charges that a reader links itself, so that a new payer is shown at once. */
const NEWEST_READ = 1_000;
const MERCHANTS_A_ROUND = 20;
/** The pause after all merchants. Readers link newer charges themselves. */
const PAUSE_MS = MINUTE_MS;

export interface CustomerIndexDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
}

/** Opens the index of customers. The key of their ids is read once, by the first use. */
export function openCustomerIndex(deps: CustomerIndexDeps): CustomerIndex {
  let key: Buffer | undefined;
  const readKey = async (): Promise<Buffer> => {
    key ??= await readReceiptKey(deps.database, deps.secretBox);
    return key;
  };
  return {
    linkNewest: async (scope) => linkNewest(deps, scope, await readKey()),
    idOf: async (scope, document) => customerId(await readKey(), scope, document),
    async addPayers(tx, scope, payers) {
      const customerKey = await readKey();
      await lockCustomers(tx, scope);
      const { customers } = customersOf(scope, payers, customerKey);
      addCustomers(tx, scope, customers);
    },
  };
}

/**
 * Creates the work that links final charges to their customers, also those of versions without
 * customers. A round links up to 1,000 charges of each of a few scopes: a million old charges take
 * some minutes, and payments are not delayed.
 */
export function createCustomerIndexer(
  deps: CustomerIndexDeps & { readonly logger: Logger; readonly sandboxMerchantId: string },
): (bucket: Database) => Promise<Round> {
  const { clock, logger, sandboxMerchantId } = deps;
  const rounds = new Map<string, { afterId: string; notBefore: number }>();
  return async (bucket) => {
    const round = rounds.get(bucket.bucketId) ?? { afterId: ID_MIN, notBefore: 0 };
    const now = clock.now();
    if (now < round.notBefore) return 'early';
    const merchants = await selectNextMerchants(bucket, {
      afterId: round.afterId,
      limit: MERCHANTS_A_ROUND,
    });
    const ours = merchants.filter(({ id, isHere }) => isHere && id !== sandboxMerchantId);
    const waiting = await selectWaiting(bucket, {
      merchantIds: ours.map(({ id }) => id),
      belowId: firstRecentId(now),
    });
    let hasLinked = false;
    for (const scope of waiting) {
      try {
        const key = await readReceiptKey(deps.database, deps.secretBox);
        hasLinked = (await linkOldest(bucket, scope, { key, now })) || hasLinked;
      } catch (error) {
        logger.error({ err: error, merchant: scope.merchantId }, 'customers were not indexed');
      }
    }
    // A scope whose charges were linked may have more: the next round reads it again.
    if (!hasLinked) {
      const isEnd = merchants.length < MERCHANTS_A_ROUND;
      rounds.set(bucket.bucketId, {
        afterId: isEnd ? ID_MIN : (merchants.at(-1)?.id ?? ID_MIN),
        notBefore: isEnd ? now + PAUSE_MS : 0,
      });
    }
    return false;
  };
}

/** Links the oldest charges from the cursor of a scope on; returns whether there were some. */
async function linkOldest(
  bucket: Database,
  scope: LedgerScope,
  { key, now }: { readonly key: Buffer; readonly now: number },
): Promise<boolean> {
  // Drafts are read before charges: a draft that becomes a charge in between is linked.
  const beforeId = await firstNonFinalId(bucket, scope, now);
  return bucket.transaction(async (tx) => {
    const fromId = await lockCustomers(tx, scope);
    const range = { ...scope, fromId, beforeId, limit: CHARGES_AT_ONCE };
    const payers = await readOldestPayers(tx, range);
    link(tx, scope, { payers, key });
    const last = payers.at(-1);
    if (last === undefined) return false;
    advanceCursor(tx, { ...scope, beforeId: idAfter(last.id) });
    return true;
  });
}

/**
 * Links the newest charges of a scope that have no customer yet: those from the cursor on, and
 * those of test clocks, whose ids may be older.
 */
async function linkNewest(
  { database, clock }: CustomerIndexDeps,
  scope: LedgerScope,
  key: Buffer,
): Promise<void> {
  const fromId = await selectCursor(database, scope);
  // Ids of test clocks may be far in the future. The clocks of servers differ by less.
  const beforeId = firstIdAt(clock.now() + MINUTE_MS);
  const range = { ...scope, fromId, beforeId, limit: NEWEST_READ };
  const newest = await readNewestPayers(database, range);
  const inClocks = scope.environment === 'test' ? await payersInClocks(database, scope) : [];
  const links = [...newest, ...inClocks].filter(isPerson).map(({ id, document }) => ({
    customerId: customerId(key, scope, document),
    chargeId: id,
  }));
  const missing = links.length > 0 ? await selectMissing(database, scope, links) : [];
  if (missing.length === 0) return;
  await database.transaction(async (tx) => {
    await lockCustomers(tx, scope);
    // Read again under the lock: data that was erased meanwhile must not come back.
    link(tx, scope, { payers: await readPayers(tx, { ...scope, ids: missing }), key });
  });
}

async function payersInClocks(database: Database, scope: LedgerScope): Promise<PayerOfCharge[]> {
  const ids = await selectNewestItems(database, scope.merchantId, {
    kind: 'charge',
    limit: NEWEST_READ,
  });
  return ids.length > 0 ? readPayers(database, { ...scope, ids }) : [];
}

/** Whether a charge names its payer, and the data of the payer is kept. */
function isPerson(payer: PayerOfCharge): boolean {
  return !isErasedPayer(payer) && !isUnnamedPayer(payer);
}

/** Sends the customers of charges and their links. The scope is locked. */
function link(
  tx: Transaction,
  scope: LedgerScope,
  { payers, key }: { readonly payers: readonly PayerOfCharge[]; readonly key: Buffer },
): void {
  const { customers, links } = customersOf(scope, payers, key);
  if (customers.length > 0) writeCustomers(tx, scope, customers, links);
}

function customersOf(scope: LedgerScope, payers: readonly PayerOfCharge[], key: Buffer) {
  const known = payers.filter(isPerson);
  const byDocument = Map.groupBy(known, ({ document }) => document);
  const customers: SeenCustomer[] = [];
  const links: ChargeOfCustomer[] = [];
  for (const [document, charges] of byDocument) {
    const id = customerId(key, scope, document);
    const sorted = charges.toSorted((first, second) => (first.id < second.id ? -1 : 1));
    const [oldest, newest] = [sorted[0], sorted.at(-1)];
    if (!oldest || !newest) continue;
    const { name, email } = newest;
    customers.push({
      id,
      document,
      name,
      email,
      firstChargeId: oldest.id,
      lastChargeId: newest.id,
      words: wordsOfCustomer(scope, { name, email, document }),
    });
    for (const charge of sorted) links.push({ customerId: id, chargeId: charge.id });
  }
  return { customers, links };
}

/**
 * The id of a customer: 122 bits of an HMAC-SHA256 over scope and document, in the form of a UUID.
 * So nothing is looked up to find the customer of a charge, and an id tells nothing of the document
 * without the key of the installation.
 */
function customerId(
  key: Buffer,
  { merchantId, environment }: LedgerScope,
  document: string,
): string {
  const text = JSON.stringify(['customer', merchantId, environment, document]);
  const hex = createHmac('sha256', key).update(text).digest('hex');
  const variant = VARIANTS[Number.parseInt(hex.slice(16, 17), 16) % VARIANTS.length] ?? '8';
  const third = VERSION + hex.slice(13, 16);
  const fourth = variant + hex.slice(17, 20);
  return [hex.slice(0, 8), hex.slice(8, 12), third, fourth, hex.slice(20, 32)].join('-');
}
