import { type Static, Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { AMOUNT_CENTAVOS_MAX, centavosOrNull } from '#src/ground/money/centavos.ts';
import { NEW_DESTINATION_WAIT_MINUTES_MAX, type PayoutLimits } from '../payout-limits.ts';
import { factsOf } from './change-payout-limits.ts';
import type { ShownLimits } from './read-payout-limits.ts';

const Amount = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number(AMOUNT_CENTAVOS_MAX) }),
  Type.Null(),
]);

/** Limits in centavos; null is no limit. */
export const Limits = Type.Object({
  per_payout: Amount,
  per_day: Amount,
  per_night: Amount,
  approval_above: Amount,
  new_destination_approval_above: Amount,
  new_destination_wait_minutes: Type.Integer({
    minimum: 0,
    maximum: NEW_DESTINATION_WAIT_MINUTES_MAX,
  }),
  only_saved_beneficiaries: Type.Boolean(),
});

/** The body that sets limits. */
export const LimitsBody = Type.Object({
  ...Limits.properties,
  only_saved_beneficiaries: Type.Optional(Type.Boolean({ default: false })),
  code: OptionalCode,
});

/** All limits of a scope. */
export const LimitsView = Type.Object({
  in_force: Limits,
  operator: Limits,
  merchant: Limits,
  pending: Type.Union([
    Type.Object({ ...Limits.properties, effective_at: Type.String() }),
    Type.Null(),
  ]),
  requested_today: Type.Integer(),
  requested_tonight: Type.Union([Type.Integer(), Type.Null()]),
});

/** The limits of a body. */
export function limitsOfBody(body: Static<typeof LimitsBody>): PayoutLimits {
  return {
    perPayout: centavosOrNull(body.per_payout),
    perDay: centavosOrNull(body.per_day),
    perNight: centavosOrNull(body.per_night),
    approvalAbove: centavosOrNull(body.approval_above),
    newDestinationApprovalAbove: centavosOrNull(body.new_destination_approval_above),
    newDestinationWaitMinutes: body.new_destination_wait_minutes,
    isOnlyToSaved: body.only_saved_beneficiaries ?? false,
  };
}

/** The limits of a scope as JSON. */
export function limitsView(shown: ShownLimits) {
  const { pending, requestedToday, requestedTonight } = shown;
  return {
    in_force: factsOf(shown.inForce),
    operator: factsOf(shown.operator),
    merchant: factsOf(shown.merchant),
    pending: pending && {
      ...factsOf(pending.limits),
      effective_at: isoTime(pending.effectiveAt),
    },
    requested_today: Number(requestedToday),
    requested_tonight: requestedTonight === null ? null : Number(requestedTonight),
  };
}
