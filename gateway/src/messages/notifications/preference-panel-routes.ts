import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavosOrNull,
  centavosToJsonOrNull,
} from '#src/ground/money/centavos.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { NOTIFICATION_KINDS } from './notification-kind.ts';
import { type PreferenceDeps, readPreferences, setPreference } from './preferences.ts';

const PATH = '/api/panel/notification-preferences';

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

/** The routes by which a member reads and changes its preferences. */
export function preferencePanelRoutes(deps: PreferenceDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getNotificationPreferences',
          response: { 200: View, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => {
        const member = memberOf(request);
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
    );
    app.put(
      `${PATH}/:kind`,
      {
        config: { isOpenToUnapproved: true },
        schema: {
          operationId: 'setNotificationPreference',
          params: Type.Object({ kind: Kind }),
          body: Type.Object({
            is_enabled: Type.Boolean(),
            min_amount: Type.Optional(MinAmount),
          }),
          response: { 204: Type.Null(), ...panelChangeResponses() },
        },
      },
      async (request, reply) => {
        const { is_enabled: isEnabled, min_amount: min } = request.body;
        const minCentavos = min === undefined ? null : BigInt(min);
        const { kind } = request.params;
        await setPreference(deps, memberOf(request), { kind, isEnabled, minCentavos });
        return reply.code(204).send(null);
      },
    );
  };
}
