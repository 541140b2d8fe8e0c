import type { Mutation } from './tool/mutation.ts';

const GUARD = 'gateway/src/host/http/panel-guard.ts';
const SESSIONS = 'gateway/src/accounts/auth/session-store.ts';
const JOIN = 'gateway/src/accounts/auth/team/accept-invitation.ts';
const ROUTES = 'gateway/src/accounts/auth/memberships/membership-routes.ts';
const LEAVE = 'gateway/src/accounts/auth/memberships/leave-merchant.ts';
const STORE = 'gateway/src/accounts/auth/memberships/membership-store.ts';
const SHOPS_TEST = 'gateway/test/panel/memberships.test.ts';
const CHARGES = 'gateway/src/charges/charge-operations.ts';
const TILL_TEST = 'gateway/test/panel/till.test.ts';
const JOIN_TEST = 'gateway/test/panel/invited-accounts.test.ts';

/** One person in the teams of several merchants. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: CHARGES,
    text: '      const asked = {\n        amount,',
    replacement: '      const asked = {\n        ...body,\n        amount,',
    tests: [TILL_TEST],
    why: 'a person at the till sends shares of the charges to an account of a friend',
  },
  {
    file: GUARD,
    text: "if (!isShown(request, member)) throw new Refusal('merchant_switched');",
    replacement: "if (request.ip === '') throw new Refusal('merchant_switched');",
    tests: [SHOPS_TEST],
    why: 'a form of one shop pays from the balance of another one, chosen in another tab',
  },
  {
    file: SESSIONS,
    text: 'on ms.merchant_id = s.merchant_id and ms.user_id = s."userId"',
    replacement: 'on ms.user_id = s."userId"',
    tests: [SHOPS_TEST],
    why: 'a session acts for another shop of the person than the one that was chosen',
  },
  {
    file: STORE,
    text: 'where ms.user_id = ${$.userId} and m.username',
    replacement: "where ${$.userId}::text <> '' and m.username",
    tests: [SHOPS_TEST],
    why: 'the answer tells which shops exist',
  },
  {
    file: JOIN,
    text: "if (user?.email !== email) throw new Refusal('invitation_for_other');",
    replacement: "if (!user) throw new Refusal('invitation_for_other');",
    tests: [JOIN_TEST],
    why: 'whoever finds the link of an invitation joins the team with another account',
  },
  {
    file: ROUTES,
    text: 'await checkCode(factor, user, { code, isRequired: false });',
    replacement:
      'await checkCode(factor, { ...user, hasSecondFactor: false }, { code, isRequired: false });',
    tests: [JOIN_TEST],
    why: 'an open session takes on a role that moves money without the second factor',
  },
  {
    file: LEAVE,
    text: "if (others.length === 0) throw new Refusal('last_owner');",
    replacement: "if (owners.length > 50) throw new Refusal('last_owner');",
    tests: [SHOPS_TEST],
    why: 'the last owner who leaves gets an internal error',
  },
];
