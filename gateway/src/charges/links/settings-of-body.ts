import { type Static, Type } from 'typebox';
import { parseInstant } from '#src/ground/clock.ts';
import { type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { isReturnUrl } from '#src/ground/http/return-url.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { isSent } from '../due/due-from-body.ts';
import { DAYS_AFTER_DUE_DEFAULT } from '../due/parse-due-rules.ts';
import type { LinkDue } from './link-due.ts';
import { linkDueFields } from './link-due-schemas.ts';
import type { LinkBody } from './link-schemas.ts';
import { faultsOfSubscription, subscriptionAfter } from './link-subscription.ts';
import type { LinkSettings } from './payment-link.ts';

const DueBody = Type.Object(linkDueFields);

const RULES = ['days_after_due', 'fine', 'interest', 'rebate', 'discounts'] as const;

/** A link without settings, to which the body of a creation is applied. */
export const NO_SETTINGS: LinkSettings = {
  title: '',
  description: null,
  productId: null,
  amount: null,
  min: null,
  max: null,
  stock: null,
  status: 'active',
  expiresAt: null,
  returnUrl: null,
  due: null,
  subscription: null,
};

/**
 * Returns the settings after a change. A field that was not sent stays; null removes it. A new
 * fixed amount removes the limits, which only a free amount has. Refuses `invalid_request` for
 * settings that don't fit together, and `due_date_with_stock`: unpaid charges with a due date would
 * keep pieces of the stock for weeks.
 */
export function settingsAfter(before: LinkSettings, body: LinkBody): LinkSettings {
  const isFixed = body.amount != null || body.product_id != null;
  const limits = isFixed ? { ...before, min: null, max: null } : before;
  const amount = body.product_id == null ? before.amount : null;
  const productId = body.amount == null ? before.productId : null;
  const after: LinkSettings = {
    title: body.title?.trim() ?? before.title,
    description: changed(body.description, before.description, (text) => text.trim()),
    productId: changed(body.product_id, productId, (id) => id.trim()),
    amount: changed(body.amount, amount, centavos),
    min: changed(body.min_amount, limits.min, centavos),
    max: changed(body.max_amount, limits.max, centavos),
    stock: changed(body.stock, before.stock, (stock) => stock),
    status: body.status ?? before.status,
    expiresAt: changed(body.expires_at, before.expiresAt, instantOf),
    returnUrl: changed(body.return_url, before.returnUrl, (url) => url.trim()),
    due: dueAfter(before.due, body),
    subscription: subscriptionAfter(before.subscription, body.subscription),
  };
  const fields = [...faultsOf(after), ...faultsOfSubscription(after)];
  if (fields.length > 0) throw new Refusal('invalid_request', { fields });
  if (after.due !== null && after.stock !== null) throw withStock(body);
  return after;
}

/** The refusal of a due date beside a stock, which names the field that was sent. */
function withStock({ stock }: LinkBody): Refusal {
  const field = stock == null ? 'due_in_days' : 'stock';
  const message = fieldText(({ notWithStock, notWithDueInDays }) =>
    stock == null ? notWithStock : notWithDueInDays,
  );
  return new Refusal('due_date_with_stock', { fields: [{ field, message }] });
}

function changed<Sent, Value>(
  sent: Sent | null | undefined,
  before: Value | null,
  read: (sent: Sent) => Value,
): Value | null {
  if (sent === undefined) return before;
  return sent === null ? null : read(sent);
}

function instantOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Error('the schema lets no other instant through');
  return instant;
}

function faultsOf({ amount, min, max, productId, returnUrl }: LinkSettings): ProblemField[] {
  const faults: ProblemField[] = [];
  const refuse = (field: string, choose: Parameters<typeof fieldText>[0]) =>
    faults.push({ field, message: fieldText(choose) });
  if (amount !== null && productId !== null) {
    refuse('amount', ({ onlyWithoutProduct }) => onlyWithoutProduct);
  }
  const isFixed = amount !== null || productId !== null;
  if (isFixed && min !== null) refuse('min_amount', ({ onlyFreeAmount }) => onlyFreeAmount);
  if (isFixed && max !== null) refuse('max_amount', ({ onlyFreeAmount }) => onlyFreeAmount);
  if (returnUrl !== null && !isReturnUrl(returnUrl)) {
    refuse('return_url', ({ httpsAddress }) => httpsAddress);
  }
  if (isLess(max, min)) refuse('max_amount', ({ maxBelowMin }) => maxBelowMin);
  return faults;
}

function isLess(left: Centavos | null, right: Centavos | null): boolean {
  return left !== null && right !== null && left < right;
}

/**
 * The due date of a link after a change; null without one. A field that was not sent stays, and
 * null removes it, and a value of zero too.
 * Refuses `invalid_request` for a rule without a due date.
 */
function dueAfter(before: LinkDue | null, body: Static<typeof DueBody>): LinkDue | null {
  const sent = body.due_in_days;
  const days = sent === undefined ? (before?.due_in_days ?? null) : sent;
  if (days === null) {
    const orphan = RULES.find((name) => isSent(body[name]));
    if (orphan !== undefined) {
      const message = fieldText(({ onlyWithDueInDays }) => onlyWithDueInDays);
      throw new Refusal('invalid_request', { fields: [{ field: orphan, message }] });
    }
    return null;
  }
  const { days_after_due: late, fine, interest, rebate, discounts } = body;
  return {
    due_in_days: days,
    days_after_due: after(late, before?.days_after_due) ?? DAYS_AFTER_DUE_DEFAULT,
    fine: after(fine, before?.fine),
    interest: after(interest, before?.interest),
    rebate: after(rebate, before?.rebate),
    discounts: (after(discounts, before?.discounts) ?? []).filter(isSent),
  };
}

function after<Rule>(sent: Rule | null | undefined, before: Rule | null | undefined): Rule | null {
  if (sent === undefined) return before ?? null;
  return isSent(sent) ? sent : null;
}
