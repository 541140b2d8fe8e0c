import { Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import type { PayoutStop, WaitingPayouts } from './payout-stop.ts';
import type { PlatformStops, ScopeStops } from './read-payout-stops.ts';

const REASON_LENGTH_MAX = 200;

export const StopBody = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: REASON_LENGTH_MAX })),
});
export const ResumeBody = Type.Object({ code: OptionalCode });
const environment = oneOf(['test', 'live']);
export const OperatorStopBody = Type.Object({ ...StopBody.properties, environment });
export const OperatorResumeBody = Type.Object({ ...ResumeBody.properties, environment });

const stopFields = {
  stopped_at: Type.String(),
  actor_name: text('Quem pausou.', 'ana@loja.example'),
  reason: Type.Union([Type.String(), Type.Null()]),
};
const Stop = Type.Union([Type.Object(stopFields), Type.Null()]);
const Waiting = Type.Object({ count: Type.Integer(), amount: Type.Integer() });

/** The stops that hold a scope's payouts, each null when it is not in force. */
export const ScopeStopsView = Type.Object({
  by_merchant: Stop,
  by_operator: Stop,
  by_platform: Stop,
  waiting: Waiting,
});

/** All stops in force. */
export const PlatformStopsView = Type.Object({
  platform: Stop,
  merchants: Type.Array(
    Type.Object({
      ...stopFields,
      username: Type.String(),
      environment,
      stopped_by: oneOf(['merchant', 'operator']),
    }),
  ),
  waiting: Waiting,
});

/** The stops of a scope as its users see them; operators are not named to merchants. */
export function scopeStopsView(stops: ScopeStops, { isForMerchant }: { isForMerchant: boolean }) {
  const hidden = (stop: PayoutStop | undefined) =>
    stop && isForMerchant ? { ...stop, actorName: 'plataforma', reason: null } : stop;
  return {
    by_merchant: stopView(stops.ofMerchant),
    by_operator: stopView(hidden(stops.ofOperator)),
    by_platform: stopView(hidden(stops.ofPlatform)),
    waiting: waitingView(stops.waiting),
  };
}

/** All stops in force as operators and commands show them. */
export function platformStopsView({ platform, merchants, waiting }: PlatformStops) {
  return {
    platform: stopView(platform),
    merchants: merchants.map((stop) => ({
      ...fieldsOf(stop),
      username: stop.username ?? '',
      environment: stop.environment,
      stopped_by: stop.stoppedBy,
    })),
    waiting: waitingView(waiting),
  };
}

function stopView(stop: PayoutStop | undefined) {
  return stop ? fieldsOf(stop) : null;
}

function fieldsOf({ stoppedAt, actorName, reason }: PayoutStop) {
  return { stopped_at: isoTime(stoppedAt), actor_name: actorName, reason };
}

function waitingView({ count, amount }: WaitingPayouts) {
  return { count: Number(count), amount: Number(amount) };
}
