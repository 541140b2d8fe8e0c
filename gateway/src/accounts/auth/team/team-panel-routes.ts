import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { Done } from '../auth-schemas.ts';
import { inviteMember, listInvitations, revokeInvitation } from './invite-member.ts';
import { changeMemberRole, listMembers, removeMember } from './manage-members.ts';
import type { Invitation, InviteDeps, TeamMember } from './team.ts';
import {
  InvitationList,
  InvitationParams,
  InvitationView,
  InviteBody,
  MemberParams,
  RoleBody,
  TeamList,
} from './team-schemas.ts';

const DONE = { status: 'ok' } as const;
const MEMBERS = '/api/panel/team/members';
const INVITATIONS = '/api/panel/team/invitations';
const CODE_REFUSALS: readonly ProblemCode[] = ['second_factor_invalid', 'rate_limited'];

/** A merchant's team: its members and pending invitations. Refused for the sandbox. */
export function teamPanelRoutes(deps: InviteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(invitationRoutes(deps));
    await app.register(memberRoutes(deps));
  };
}

function readRoutes(deps: InviteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      MEMBERS,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listMembers',
          response: { 200: TeamList, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => {
        const { merchant, userId } = memberOf(request);
        const members = await listMembers(deps.database, merchant.merchantId);
        return { data: members.map((member) => memberView(member, userId)) };
      },
    );
    app.get(
      INVITATIONS,
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'listInvitations',
          response: { 200: InvitationList, ...panelReadResponses(['sandbox_forbidden']) },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        return { data: (await listInvitations(deps, merchantId)).map(invitationView) };
      },
    );
  };
}

function invitationRoutes(deps: InviteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const codes: ProblemCode[] = ['member_exists', 'too_many_invitations', ...CODE_REFUSALS];
    app.post(
      INVITATIONS,
      {
        schema: {
          operationId: 'inviteMember',
          body: InviteBody,
          response: { 201: InvitationView, ...panelChangeResponses(codes) },
        },
      },
      async (request, reply) => {
        const { email, member_role: memberRole } = request.body;
        const { merchantId } = memberOf(request).merchant;
        const invited = { merchantId, email, memberRole };
        const invitation = await inviteMember(deps, invited, actorOf(request));
        return reply.code(201).send(invitationView(invitation));
      },
    );
    app.delete(
      `${INVITATIONS}/:id`,
      {
        schema: {
          operationId: 'revokeInvitation',
          params: InvitationParams,
          response: { 204: Type.Null(), ...panelChangeResponses(['invitation_not_found']) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('invitation_not_found');
        const which = { merchantId: memberOf(request).merchant.merchantId, id };
        await revokeInvitation(deps, which, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}

function memberRoutes(deps: InviteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const responses = {
      200: Done,
      ...panelChangeResponses(['user_not_found', 'last_owner', ...CODE_REFUSALS]),
    };
    app.patch(
      `${MEMBERS}/:user_id`,
      {
        schema: {
          operationId: 'changeMemberRole',
          params: MemberParams,
          body: RoleBody,
          response: responses,
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const which = { merchantId, userId: request.params.user_id };
        const change = { ...which, memberRole: request.body.member_role };
        await changeMemberRole(deps, change, actorOf(request));
        return DONE;
      },
    );
    app.post(
      `${MEMBERS}/:user_id/remove`,
      {
        schema: {
          operationId: 'removeMember',
          params: MemberParams,
          body: CodeOnly,
          response: responses,
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        await removeMember(deps, { merchantId, userId: request.params.user_id }, actorOf(request));
        return DONE;
      },
    );
  };
}

function memberView(member: TeamMember, ownId: string) {
  return {
    user_id: member.userId,
    name: member.name,
    email: member.email,
    member_role: member.memberRole,
    has_second_factor: member.hasSecondFactor,
    seen_at: member.seenAt === null ? null : isoTime(member.seenAt),
    is_self: member.userId === ownId,
  };
}

function invitationView({ id, email, memberRole, createdAt, expiresAt }: Invitation) {
  return {
    id,
    email,
    member_role: memberRole,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
  };
}
