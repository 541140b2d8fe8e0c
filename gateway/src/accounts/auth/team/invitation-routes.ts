import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PUBLIC_PROBLEM_CODES, problemResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { type AttemptCounter, limitRequests } from '../attempt-limits.ts';
import { acceptInvitation, openInvitation } from './accept-invitation.ts';
import type { AcceptDeps } from './team.ts';
import { AcceptBody, OpenedInvitationView, TokenBody } from './team-schemas.ts';

export interface InvitationRoutesDeps extends AcceptDeps {
  readonly attempts: AttemptCounter;
}

/** The recipient of an invitation reads it and accepts it, without a session. */
export function invitationRoutes(deps: InvitationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/invitation',
      {
        schema: {
          operationId: 'openInvitation',
          body: TokenBody,
          response: {
            200: OpenedInvitationView,
            ...problemResponses([...PUBLIC_PROBLEM_CODES, 'link_invalid']),
          },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, 'invitation', request.ip);
        const opened = await openInvitation(deps, request.body.token);
        return {
          merchant_name: opened.merchantName,
          email: opened.email,
          member_role: opened.memberRole,
          has_account: opened.hasAccount,
        };
      },
    );
    const codes: ProblemCode[] = [
      ...PUBLIC_PROBLEM_CODES,
      'link_invalid',
      'name_invalid',
      'password_too_weak',
      'email_taken',
    ];
    app.post(
      '/api/account/invitation/accept',
      {
        schema: {
          operationId: 'acceptInvitation',
          body: AcceptBody,
          response: { 200: Done, ...problemResponses(codes) },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, 'invitation', request.ip);
        await acceptInvitation(deps, request.body, request.ip);
        return DONE;
      },
    );
  };
}
