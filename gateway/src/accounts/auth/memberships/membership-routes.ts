import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { checkCode, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { limitRequests } from '../attempt-limits.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { Token } from '../auth-schemas.ts';
import { userOf } from '../own-user.ts';
import { checkSecondFactor, refuseReplacedFactor } from '../second-factor.ts';
import { joinByInvitation } from '../team/accept-invitation.ts';
import { chooseMerchant } from './choose-merchant.ts';
import { leaveMerchant } from './leave-merchant.ts';

const Username = Type.String({ maxLength: 64 });

/** The merchants of a person: the routes that choose one, leave one, and join another one. */
export function membershipRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(chooseRoute(deps));
    await app.register(leaveRoute(deps));
    await app.register(joinRoute(deps));
  };
}

function chooseRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/merchant',
      {
        schema: {
          operationId: 'chooseMerchant',
          body: Type.Object({ username: Username }),
          response: { 200: Done, ...panelChangeResponses(['merchant_not_found']) },
        },
      },
      async (request) => {
        const { username } = request.body;
        await chooseMerchant(deps, userOf(request), username, actorOf(request));
        return DONE;
      },
    );
  };
}

function leaveRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/merchants/:username/leave',
      {
        schema: {
          operationId: 'leaveMerchant',
          params: Type.Object({ username: Username }),
          response: { 200: Done, ...panelChangeResponses(['merchant_not_found', 'last_owner']) },
        },
      },
      async (request) => {
        const { member } = request;
        if (!member) throw new Refusal('merchant_not_found');
        await leaveMerchant(deps, member, request.params.username, actorOf(request));
        return DONE;
      },
    );
  };
}

const JOIN_CODES: readonly ProblemCode[] = [
  'link_invalid',
  'invitation_for_other',
  'member_exists',
  'too_many_merchants',
  'email_taken',
  'second_factor_invalid',
  'rate_limited',
];

function joinRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  const factor = {
    checkSecondFactor: (userId: string, code: string) => checkSecondFactor(deps, userId, code),
    refuseReplacedFactor: (userId: string) => refuseReplacedFactor(deps, userId),
  };
  return async (app) => {
    app.post(
      '/api/account/invitation/join',
      {
        schema: {
          operationId: 'joinByInvitation',
          body: Type.Object({ token: Token, code: OptionalCode }),
          response: {
            200: Type.Object({ username: Type.String() }),
            ...panelChangeResponses(JOIN_CODES),
          },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, 'invitation', request.ip);
        const { token, code } = request.body;
        const user = userOf(request);
        // A session that somebody left open must not take on a role that moves money.
        await checkCode(factor, user, { code, isRequired: false });
        const { userId } = user;
        return { username: await joinByInvitation(deps, { token, userId, address: request.ip }) };
      },
    );
  };
}
