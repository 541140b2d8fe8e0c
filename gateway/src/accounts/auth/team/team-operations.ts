import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { findMerchant } from '../../merchants/find-merchant.ts';
import { endSessionsOf } from '../end-sessions.ts';
import { selectMembers } from './invitation-store.ts';
import { inviteMember, listInvitations, revokeInvitation } from './invite-member.ts';
import { changeMemberRole, removeMember } from './manage-members.ts';
import type { Invitation, InviteDeps, TeamMember } from './team.ts';
import {
  InvitationList,
  InvitationView,
  InviteBody,
  MemberParams,
  RoleBody,
  TeamList,
} from './team-schemas.ts';

const { operation } = operationsOf<InviteDeps>();

const MEMBER_CODES: readonly ProblemCode[] = ['user_not_found', 'last_owner'];

/** The operations on a merchant's team: its members, their sessions and pending invitations. */
export const teamOperations = [
  operation({
    at: 'GET /team/members',
    member: {
      id: 'listMembers',
      access: memberRules.readTeam,
      environment: 'none',
      isClosedToSandbox: true,
    },
    answer: [200, TeamList],
    run: async ({ deps, member: { merchant, userId } }) => {
      const members = await selectMembers(deps.database, merchant);
      return { data: members.map((member) => memberView(member, userId)) };
    },
  }),
  operation({
    at: 'GET /team/invitations',
    member: {
      id: 'listInvitations',
      access: memberRules.owner,
      environment: 'none',
      isClosedToSandbox: true,
    },
    answer: [200, InvitationList],
    run: async ({ deps, owner: { merchant } }) => ({
      data: (await listInvitations(deps, merchant.merchantId)).map(invitationView),
    }),
  }),
  operation({
    at: 'POST /team/invitations',
    member: { id: 'inviteMember', access: memberRules.team, environment: 'none' },
    body: InviteBody,
    answer: [201, InvitationView],
    refuses: ['member_exists', 'too_many_invitations'],
    run: async ({ deps, owner: { merchant }, by, body: { email, member_role: memberRole } }) => {
      const { merchantId } = merchant;
      return invitationView(await inviteMember(deps, { merchantId, email, memberRole }, by));
    },
  }),
  operation({
    at: 'DELETE /team/invitations/:id',
    member: { id: 'revokeInvitation', access: memberRules.owner, environment: 'none' },
    params: IdParams,
    notFound: 'invitation_not_found',
    answer: [204, Type.Null()],
    run: async ({ deps, owner: { merchant }, by, params: { id } }) => {
      await revokeInvitation(deps, { merchantId: merchant.merchantId, id }, by);
      return null;
    },
  }),
  operation({
    at: 'PATCH /team/members/:user_id',
    member: { id: 'changeMemberRole', access: memberRules.team, environment: 'none' },
    params: MemberParams,
    body: RoleBody,
    answer: [200, Done],
    refuses: MEMBER_CODES,
    run: async ({ deps, owner: { merchant }, by, params: { user_id: userId }, body }) => {
      const change = { merchantId: merchant.merchantId, userId, memberRole: body.member_role };
      await changeMemberRole(deps, change, by);
      return DONE;
    },
  }),
  operation({
    at: 'POST /team/members/:user_id/remove',
    member: { id: 'removeMember', access: memberRules.team, environment: 'none' },
    params: MemberParams,
    body: CodeOnly,
    answer: [200, Done],
    refuses: MEMBER_CODES,
    run: async ({ deps, owner: { merchant }, by, params: { user_id: userId } }) => {
      await removeMember(deps, { merchantId: merchant.merchantId, userId }, by);
      return DONE;
    },
  }),
  operation({
    at: 'DELETE /merchants/:username/users/:user_id/sessions',
    operator: { id: 'endSessionsOfUser', access: operatorRules.care },
    answer: [204, Type.Null()],
    refuses: ['merchant_not_found', 'user_not_found'],
    run: async ({ deps, by, params: { username, user_id: userId } }) => {
      const { merchantId } = await findMerchant(deps.database, username);
      await endSessionsOf(deps, { userId, merchantId }, by);
      return null;
    },
  }),
];

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
