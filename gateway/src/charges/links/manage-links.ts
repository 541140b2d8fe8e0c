import type { Actor } from '#src/ground/access/actor.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { claimKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  keyedRequestOf,
  replayed,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { IdempotencyKey } from '#src/ground/idempotency/idempotency-key.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { type Centavos, centavosToJsonOrNull, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { checkLinkDue } from './check-link-due.ts';
import type { LinkDue } from './link-due.ts';
import type { LinkBody } from './link-schemas.ts';
import {
  insertLink,
  lockAndCountLinks,
  lockLink,
  selectLink,
  selectLinks,
  updateLink,
} from './link-store.ts';
import { linkView } from './link-view.ts';
import type { LinkKey, LinkSettings, PaymentLink } from './payment-link.ts';
import type { Product } from './products/product.ts';
import { readProduct } from './products/read-products.ts';
import { NO_SETTINGS, settingsAfter } from './settings-of-body.ts';

const LINKS_MAX = 10_000;
const DUE_AND_PRICE = [
  'amount',
  'min_amount',
  'max_amount',
  'product_id',
  'due_in_days',
  'days_after_due',
  'fine',
  'interest',
  'rebate',
  'discounts',
] as const;

export interface LinkDeps extends DatabaseAndClock {
  /** Refuses `amount_too_small` for an amount that the merchant's fee uses up. */
  readonly checkAmount: (amount: Centavos, merchant: Merchant) => void;
  /** Whether payers of an environment can subscribe. */
  readonly hasSubscriptions: (environment: Environment) => boolean;
}

/** The merchant and environment of a link, and who changes it. */
export interface LinkOwner {
  readonly merchant: Merchant;
  readonly scope: LedgerScope;
  readonly by: Actor;
}

/**
 * Creates a link. A repeat under its key returns the same link as it is then. Refuses
 * `sandbox_forbidden`, `amount_too_small`, `product_not_found`, `too_many_payment_links` and what
 * `settingsAfter`, `checkLinkDue` and `claimKeys` refuse.
 */
export async function createLink(
  deps: LinkDeps,
  owner: LinkOwner,
  { body, idempotency }: { body: LinkBody; idempotency: IdempotencyKey | undefined },
): Promise<CreatedResource> {
  refuseSandbox(owner.merchant);
  const now = deps.clock.now();
  const settings = settingsAfter(NO_SETTINGS, body);
  checkSubscription(deps, owner, body);
  if (settings.amount !== null) deps.checkAmount(settings.amount, owner.merchant);
  const product = await productOf(deps.database, owner, settings);
  const due = dueOf({ ...settings, product }, owner, now);
  const { merchantId, environment } = owner.scope;
  const counts = { soldCount: 0, subscriberCount: 0, heldCount: 0, received: ZERO_CENTAVOS };
  const key = { merchantId, environment, id: createId(now) };
  const link = { ...key, ...settings, due, product, ...counts, createdAt: now };
  const keyed = keyedRequestOf({ caller: owner.scope, idempotency });
  return deps.database.transaction(async (tx) => {
    const isFull = (await lockAndCountLinks(tx, owner.scope, LINKS_MAX)) >= LINKS_MAX;
    const refusal = new Refusal('too_many_payment_links');
    const plan = isFull ? { refusal } : { resourceId: link.id };
    const [verdict] = await claimKeys(tx, [{ keyed, plan }], { now, read: readLinkAnswers });
    if (verdict?.kind === 'replay') return replayed(verdict);
    if (verdict?.kind === 'refuse') throw verdict.refusal;
    insertLink(tx, link);
    recordLink(tx, owner.by, { link, action: 'payment_link.created', at: now });
    return { body: JSON.stringify(linkView(link)), isReplay: false };
  });
}

/** The answer of a repeat: unlike a charge, a link is shown as it is now. */
const readLinkAnswers: AnswerReader = async (database, resources) => {
  const links = await Promise.all(resources.map((key) => selectLink(database, key)));
  return new Map(
    links.flatMap((link) => (link ? [[link.id, JSON.stringify(linkView(link))]] : [])),
  );
};

/** A page of the links of a ledger scope, newest first. */
export function listLinks(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<PaymentLink>> {
  return readPage(
    limit,
    (rows) => selectLinks(database, { ...scope, beforeId, limit: rows }),
    ({ id }) => id,
  );
}

/** Reads a link of a ledger scope. Refuses `payment_link_not_found`. */
export async function readLink(database: Queryable, key: LinkKey): Promise<PaymentLink> {
  const link = isId(key.id) ? await selectLink(database, key) : undefined;
  if (!link) throw new Refusal('payment_link_not_found');
  return link;
}

/**
 * Changes the settings of a link; charges that exist stay as they are. Refuses
 * `sandbox_forbidden`, `payment_link_not_found`, `amount_too_small`, what `settingsAfter` and
 * `checkLinkDue` refuse, and `invalid_request` for a stock below what is sold.
 */
export async function changeLink(
  deps: LinkDeps,
  owner: LinkOwner,
  { id, body }: { readonly id: string; readonly body: LinkBody },
): Promise<PaymentLink> {
  refuseSandbox(owner.merchant);
  const { merchantId, environment } = owner.scope;
  const key = { merchantId, environment, id };
  if (!isId(id)) throw new Refusal('payment_link_not_found');
  return deps.database.transaction(async (tx) => {
    await lockLink(tx, key);
    const before = await readLink(tx, key);
    const settings = settingsAfter(before, body);
    checkSubscription(deps, owner, body);
    const product = await productOf(tx, owner, settings);
    const due = changesDue(body)
      ? dueOf({ ...settings, product }, owner, deps.clock.now())
      : settings.due;
    const link = { ...before, ...settings, due, product };
    const { amount, stock } = link;
    if (amount !== null && amount !== before.amount) deps.checkAmount(amount, owner.merchant);
    if (stock !== null && stock !== before.stock && stock < link.soldCount) {
      const message = fieldText(({ soldAlready }) => soldAlready(link.soldCount));
      throw new Refusal('invalid_request', { fields: [{ field: 'stock', message }] });
    }
    updateLink(tx, link);
    recordLink(tx, owner.by, { link, action: 'payment_link.changed', at: deps.clock.now() });
    return link;
  });
}

/** Refuses `subscriptions_unavailable` where payers can't subscribe yet. */
function checkSubscription(
  { hasSubscriptions }: LinkDeps,
  { scope: { environment } }: LinkOwner,
  { subscription }: LinkBody,
): void {
  if (subscription && !hasSubscriptions(environment)) {
    throw new Refusal('subscriptions_unavailable');
  }
}

/** The product that a link sells. Refuses `product_not_found`. */
async function productOf(
  database: Queryable,
  { scope: { merchantId, environment } }: LinkOwner,
  { productId: id }: LinkSettings,
): Promise<Product | null> {
  return id === null ? null : readProduct(database, { merchantId, environment, id });
}

/** Whether the due date or the price changes; else a link can be paused as it is. */
function changesDue(body: LinkBody): boolean {
  return DUE_AND_PRICE.some((name) => body[name] !== undefined);
}

function dueOf(
  link: LinkSettings & { readonly product: Product | null },
  { merchant }: LinkOwner,
  now: number,
): LinkDue | null {
  return link.due && checkLinkDue(link.due, { link, merchant, now });
}

function recordLink(
  tx: Transaction,
  by: Actor,
  { link, action, at }: { link: PaymentLink; action: AuditAction; at: number },
): void {
  const { merchantId, environment, id: subject, title, status } = link;
  const amount = centavosToJsonOrNull(link.amount);
  const due = link.due && { due_in_days: link.due.due_in_days };
  const subscription = link.subscription && { interval: link.subscription.interval };
  const details = {
    environment,
    title,
    amount,
    stock: link.stock,
    status,
    ...due,
    ...subscription,
  };
  recordChange(tx, by, { action, merchantId, subject, details }, at);
}
