import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { LocalHolidaysOf } from './local-holidays.ts';
import { addressFromBody, type PayerAddress } from './payer-address.ts';
import type { RequestedDue } from './plan-due.ts';

const RULES = ['due_date', 'days_after_due', 'fine', 'interest', 'rebate', 'discounts'] as const;

type RuleName = (typeof RULES)[number];
type Body = Readonly<Partial<Record<RuleName | 'expires_in', unknown>>> & {
  readonly payer?: { readonly address?: Parameters<typeof addressFromBody>[0] | null };
};

/**
 * The due date of a body that the schema has checked; undefined for a charge without one. Refuses
 * `invalid_request` for rules or an address without a due date, and for an expiry beside it.
 */
export function dueFromBody(body: Body, localHolidays: LocalHolidaysOf): RequestedDue | undefined {
  const rules = rulesOf(body);
  const sent = body.payer?.address ?? null;
  if (rules.due_date === undefined) {
    const orphan = sent === null ? Object.keys(rules)[0] : 'payer.address';
    if (orphan !== undefined) refuse(orphan, ({ onlyWithDueDate }) => onlyWithDueDate);
    return undefined;
  }
  if (isSent(body.expires_in)) refuse('expires_in', ({ notWithDueDate }) => notWithDueDate);
  const address: PayerAddress | null = sent && addressFromBody(sent);
  return { rules, address, local: localHolidays(address) };
}

/** The rules in a body; null, an empty list and a rule of value zero are not there. */
export function rulesOf(body: Body): Readonly<Partial<Record<RuleName, unknown>>> {
  return Object.fromEntries(
    RULES.flatMap((name) => (isSent(body[name]) ? [[name, body[name]]] : [])),
  );
}

/** Whether a field of a body says something; a rule of value zero is none. */
export function isSent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.some(isSent);
  return !(typeof value === 'object' && 'value' in value && value.value === 0);
}

function refuse(field: string, choose: Parameters<typeof fieldText>[0]): never {
  throw new Refusal('invalid_request', { fields: [{ field, message: fieldText(choose) }] });
}
