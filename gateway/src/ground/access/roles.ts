import type { Text } from '../errors/texts/text.ts';

/** The roles of a merchant's members. */
export const MEMBER_ROLES = [
  'owner',
  'finance',
  'developer',
  'accountant',
  'viewer',
  'till',
] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles that read the merchant's data. A till only has the counter's own operations. */
export const READERS: readonly MemberRole[] = MEMBER_ROLES.filter((role) => role !== 'till');

/** The roles that see keys and webhooks, whose addresses may hold secrets. */
export const INTEGRATION_READERS: readonly MemberRole[] = ['owner', 'developer', 'viewer'];

/** The roles of operators. */
export const OPERATOR_ROLES = ['support', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The names of the roles in messages and mails. */
export const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, string>> = {
  owner: 'Proprietário',
  finance: 'Financeiro',
  developer: 'Desenvolvedor',
  accountant: 'Contador',
  viewer: 'Leitura',
  till: 'Caixa',
};
export const OPERATOR_ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  support: 'Suporte',
  finance: 'Financeiro',
  admin: 'Administrador',
};

export const MEMBER_ROLES_IN_ENGLISH: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  finance: 'Finance',
  developer: 'Developer',
  accountant: 'Accountant',
  viewer: 'Viewer',
  till: 'Till',
};
const OPERATOR_ROLES_IN_ENGLISH: Readonly<Record<OperatorRole, string>> = {
  support: 'Support',
  finance: 'Finance',
  admin: 'Administrator',
};

/** Returns a text of the database as a role of members. Throws for any other text. */
export function memberRoleOf(unchecked: unknown): MemberRole {
  const role = MEMBER_ROLES.find((allowed) => allowed === unchecked);
  if (role === undefined) throw new Error(`${String(unchecked)} is no role of members`);
  return role;
}

/** Returns a text of the database as a role of operators. Throws for any other text. */
export function operatorRoleOf(unchecked: unknown): OperatorRole {
  const role = OPERATOR_ROLES.find((allowed) => allowed === unchecked);
  if (role === undefined) throw new Error(`${String(unchecked)} is no role of operators`);
  return role;
}

/** The names of members' roles in every language, for refusals. */
export const memberRoleTexts = (roles: readonly MemberRole[]): readonly Text[] =>
  roles.map((role) => ({ 'pt-BR': MEMBER_ROLE_NAMES[role], en: MEMBER_ROLES_IN_ENGLISH[role] }));

/** The names of operators' roles in every language, for refusals. */
export const operatorRoleTexts = (roles: readonly OperatorRole[]): readonly Text[] =>
  roles.map((role) => ({
    'pt-BR': OPERATOR_ROLE_NAMES[role],
    en: OPERATOR_ROLES_IN_ENGLISH[role],
  }));
