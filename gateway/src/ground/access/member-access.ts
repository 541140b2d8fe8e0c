import type { Environment } from './ledger-scope.ts';
import { INTEGRATION_READERS, MEMBER_ROLES, type MemberRole, READERS } from './roles.ts';

/**
 * Whether a change needs a code of the second factor. `required` refuses members who have no second
 * factor; `if_enrolled` lets them pass.
 */
export type CodeRule = 'required' | 'if_enrolled' | 'none';

/** The access rule of one operation of the merchants' panel. */
export interface MemberAccess {
  /** By environment. A path without an environment has the roles and the rule of `live`. */
  readonly roles: Readonly<Record<Environment, readonly MemberRole[]>>;
  readonly code: Readonly<Record<Environment, CodeRule>>;
  /** Limits the rule of the code to bodies that need it. Without it all bodies do. */
  readonly needsCode?: (body: Readonly<Record<string, unknown>>) => boolean;
}

export const NO_CODE = { test: 'none', live: 'none' } as const;
/** For operations that move money or show secrets of keys. */
export const CODE = { test: 'if_enrolled', live: 'required' } as const;
/** For settings that decide about production money. */
export const CODE_IN_LIVE = { test: 'none', live: 'required' } as const;

const MONEY = { test: ['owner', 'finance', 'developer'], live: ['owner', 'finance'] } as const;
const INTEGRATION = { test: ['owner', 'developer'], live: ['owner'] } as const;

/** The access rules that operations of the merchants' panel share. */
export const memberRules = {
  read: { roles: both(READERS), code: NO_CODE },
  /** For the charges that were made today at the counter. */
  readCounter: { roles: both(MEMBER_ROLES), code: NO_CODE },
  /** For data that names members of the team or the address of their server. */
  readTeam: { roles: both(['owner', 'finance', 'developer', 'viewer']), code: NO_CODE },
  readIntegration: { roles: both(INTEGRATION_READERS), code: NO_CODE },
  owner: { roles: both(['owner']), code: NO_CODE },
  /** A member may get roles that move money, in every environment. */
  team: { roles: both(['owner']), code: { test: 'required', live: 'required' } },
  /** For changes of the addresses outside of the team that get the books. */
  books: { roles: both(['owner', 'finance']), code: NO_CODE },
  charge: { roles: MONEY, code: NO_CODE },
  /** For charges without shares for others, which a till makes too. */
  counter: {
    roles: { test: [...MONEY.test, 'till'], live: [...MONEY.live, 'till'] },
    code: NO_CODE,
  },
  money: { roles: MONEY, code: CODE },
  integration: { roles: INTEGRATION, code: NO_CODE },
  endpoint: { roles: INTEGRATION, code: CODE_IN_LIVE },
  keys: { roles: both(['owner', 'developer']), code: NO_CODE },
} as const satisfies Readonly<Record<string, MemberAccess>>;

/** The rule of an operation without a rule of its own: it is refused to every member. */
export const CLOSED_TO_MEMBERS: MemberAccess = { roles: both([]), code: NO_CODE };

function both(roles: readonly MemberRole[]): MemberAccess['roles'] {
  return { test: roles, live: roles };
}
