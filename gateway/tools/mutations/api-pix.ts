import type { Mutation } from './tool/mutation.ts';

const RETURN = 'gateway/src/api-pix/pix/request-return.ts';
const WRITE = 'gateway/src/api-pix/cobs/write-cob.ts';
const REVISE = 'gateway/src/charges/txids/revise-charges.ts';
const TOKEN = 'gateway/src/api-pix/access/token.ts';
const RETURNS_TEST = 'gateway/test/api/api-pix-returns.test.ts';
const COBS_TEST = 'gateway/test/api/api-pix-cobs.test.ts';
const LISTS_TEST = 'gateway/test/api/api-pix-lists.test.ts';
const LIVE_TEST = 'gateway/test/live/api-pix.test.ts';
const TOKENS_TEST = 'gateway/test/api/api-pix-tokens.test.ts';

/** The Central Bank's API, answered by us. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: RETURN,
    text: 'const claimed = isNew ? wanted : await selectReturn(database, charge, wanted);',
    replacement:
      'const claimed = isNew ? wanted : { ...(await selectReturn(database, charge, wanted)), ...wanted };',
    tests: [RETURNS_TEST],
    why: 'a repeated refund is made a second time',
  },
  {
    file: RETURN,
    text: 'if (error instanceof Refusal) await freeRefused(deps, claimed);',
    replacement: 'if (error === undefined) await freeRefused(deps, claimed);',
    tests: [RETURNS_TEST],
    why: 'the id of a refused refund is taken for ever',
  },
  {
    file: WRITE,
    text: 'if (isIdOfCharge && (await isTaken(deps, which))) throw takenByDue(which.txid);',
    replacement: '',
    tests: [LISTS_TEST],
    why: 'two charges have the same txid',
  },
  {
    file: REVISE,
    text: "const isPayable = charge.status === 'pending' && charge.expiresAt > now && !charge.due;",
    replacement: 'const isPayable = charge.expiresAt > now && !charge.due;',
    tests: [COBS_TEST, LIVE_TEST],
    why: 'the amount of a paid charge is changed',
  },
  {
    file: TOKEN,
    text: 'return isSigned && now < claims.expiresAt;',
    replacement: 'return now < claims.expiresAt;',
    tests: [TOKENS_TEST],
    why: 'a forged token is accepted',
  },
];
