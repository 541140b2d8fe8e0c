import { type Static, Type } from 'typebox';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { isSent } from '../due/due-from-body.ts';
import { DAYS_AFTER_DUE_DEFAULT } from '../due/parse-due-rules.ts';
import type { LinkDue } from './link-due.ts';
import { linkDueFields } from './link-due-schemas.ts';

const DueBody = Type.Object(linkDueFields);

const RULES = ['days_after_due', 'fine', 'interest', 'rebate', 'discounts'] as const;

/**
 * The due date of a link after a change; null without one. A field that was not sent stays, and
 * null removes it, and a value of zero too.
 * Refuses `invalid_request` for a rule without a due date.
 */
export function dueAfter(before: LinkDue | null, body: Static<typeof DueBody>): LinkDue | null {
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
