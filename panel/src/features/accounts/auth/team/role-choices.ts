import { common } from '#panel/texts/common.ts';

const ROLES = ['owner', 'finance', 'developer', 'accountant', 'viewer', 'till'] as const;
export type MemberRole = (typeof ROLES)[number];

export const roleChoices = ROLES.map((value) => ({
  value,
  label: common.memberRoles[value],
  hint: common.memberRoleHints[value],
}));
