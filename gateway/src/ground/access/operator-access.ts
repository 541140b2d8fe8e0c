import { OPERATOR_ROLES, type OperatorRole } from './roles.ts';

/** The access rule of one operation of the operators' panel. Every change needs a second factor. */
export interface OperatorAccess {
  readonly roles: readonly OperatorRole[];
  /** Whether a change also needs a fresh code, because it moves or frees money of production. */
  readonly needsCode: boolean;
}

/** The access rules that operations of the operators' panel share. */
export const operatorRules = {
  read: { roles: OPERATOR_ROLES, needsCode: false },
  care: { roles: ['support', 'admin'], needsCode: false },
  books: { roles: ['finance', 'admin'], needsCode: false },
  money: { roles: ['finance', 'admin'], needsCode: true },
  admin: { roles: ['admin'], needsCode: false },
  operators: { roles: ['admin'], needsCode: true },
} as const satisfies Readonly<Record<string, OperatorAccess>>;

/** The rule of an operation without a rule of its own: it is refused to every operator. */
export const CLOSED_TO_OPERATORS: OperatorAccess = { roles: [], needsCode: false };
