import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavosOrNull,
  centavosToJsonOrNull,
} from '#src/ground/money/centavos.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { NOTIFICATION_KINDS } from './notification-kind.ts';
import { readPreferences, setPreference } from './preferences.ts';

const Kind = oneOf(NOTIFICATION_KINDS);
const MinAmount = Type.Integer({ minimum: 1, maximum: Number(AMOUNT_CENTAVOS_MAX) });
const View = Type.Object({
  /** The confirmed address that gets the mails. */
  email: Type.String(),
  preferences: Type.Array(
    Type.Object({
      kind: Kind,
      is_enabled: Type.Boolean(),
      min_amount: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
});

const { operation } = operationsOf<DatabaseAndClock>();

/** The operations by which a member reads and changes its preferences. */
export const preferenceOperations = [
  operation({
    at: 'GET /notification-preferences',
    member: {
      id: 'getNotificationPreferences',
      access: memberRules.read,
      environment: 'none',
      isClosedToSandbox: true,
    },
    answer: [200, View],
    run: async ({ deps, member }) => {
      const preferences = await readPreferences(deps.database, member);
      return {
        email: member.email,
        preferences: preferences.map(({ kind, isEnabled, minCentavos }) => ({
          kind,
          is_enabled: isEnabled,
          min_amount: centavosToJsonOrNull(centavosOrNull(minCentavos)),
        })),
      };
    },
  }),
  operation({
    at: 'PUT /notification-preferences/:kind',
    member: {
      id: 'setNotificationPreference',
      access: memberRules.read,
      environment: 'none',
      isOpenToUnapproved: true,
    },
    params: Type.Object({ kind: Kind }),
    body: Type.Object({
      is_enabled: Type.Boolean(),
      min_amount: Type.Optional(MinAmount),
    }),
    answer: [204, Type.Null()],
    run: async ({ deps, member, params: { kind }, body }) => {
      const { is_enabled: isEnabled, min_amount: min } = body;
      const minCentavos = min === undefined ? null : BigInt(min);
      await setPreference(deps, member, { kind, isEnabled, minCentavos });
      return null;
    },
  }),
];
