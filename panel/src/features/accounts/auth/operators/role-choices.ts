import { common } from '#panel/texts/common.ts';

const ROLES = ['support', 'finance', 'admin'] as const;
export type OperatorRole = (typeof ROLES)[number];

export const roleChoices = ROLES.map((value) => ({
  value,
  label: common.operatorRoles[value],
  hint: common.operatorRoleHints[value],
}));
