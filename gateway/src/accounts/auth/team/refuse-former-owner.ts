import type { Actor } from '#src/ground/access/actor.ts';
import { memberRoleTexts } from '#src/ground/access/roles.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { TeamMember } from './team.ts';

/**
 * Refuses `role_missing` to a member who is no longer an owner: the guard read its role before the
 * team was locked, and a concurrent request may have removed the owner.
 */
export function refuseFormerOwner(members: readonly TeamMember[], by: Actor): void {
  if (by.kind !== 'merchant') return;
  const isOwner = members.some(
    ({ userId, memberRole }) => userId === by.id && memberRole === 'owner',
  );
  if (!isOwner) throw new Refusal('role_missing', { roles: memberRoleTexts(['owner']) });
}
