/** The roles of a merchant's members. */
export const MEMBER_ROLES = ['owner', 'finance', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles of operators. */
export const OPERATOR_ROLES = ['support', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The names of the roles in messages and mails. */
export const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, string>> = {
  owner: 'Proprietário',
  finance: 'Financeiro',
  developer: 'Desenvolvedor',
  viewer: 'Leitura',
};
export const OPERATOR_ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  support: 'Suporte',
  finance: 'Financeiro',
  admin: 'Administrador',
};

/** Throws if a text is no role of members: the database allows only these. */
export function memberRoleOf(unchecked: unknown): MemberRole {
  const role = MEMBER_ROLES.find((one) => one === unchecked);
  if (role === undefined) throw new Error(`${String(unchecked)} is no role of members`);
  return role;
}

/** Throws if a text is no role of operators: the database allows only these. */
export function operatorRoleOf(unchecked: unknown): OperatorRole {
  const role = OPERATOR_ROLES.find((one) => one === unchecked);
  if (role === undefined) throw new Error(`${String(unchecked)} is no role of operators`);
  return role;
}
