import type { Mutation } from './tool/mutation.ts';

const FOLDER = 'gateway/src/subscriptions/live/recurrences';
const lost = ['gateway/test/live/lost-answers-of-subscriptions.test.ts'];
const followed = ['gateway/test/live/followed-recurrences.test.ts'];
const stories = ['gateway/test/live/subscriptions.test.ts'];

/** Live subscriptions at the bank: made once, ended on both sides, told once. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: `${FOLDER}/look-at-recurrences.ts`,
    text: 'const making = await makeRecurrence(deps.bank, toMake, earlier);',
    replacement: 'const making = await makeRecurrence(deps.bank, toMake);',
    tests: lost,
    why: 'after a lost answer the payer has two authorizations',
  },
  {
    file: `${FOLDER}/make-recurrence.ts`,
    text: 'return (await removeCharge(bank, charge)) ?? { kind: ',
    replacement: 'return { kind: ',
    tests: lost,
    why: 'a first charge stays payable at the bank for a subscription that was refused',
  },
  {
    file: `${FOLDER}/look-at-recurrences.ts`,
    text: "if (recurrence.wanted === 'ended' || isOver(story, deps.clock.now())) {",
    replacement: 'if (isOver(story, deps.clock.now())) {',
    tests: lost,
    why: 'a payer is asked to authorize what the merchant has canceled',
  },
  {
    file: 'gateway/src/subscriptions/write-stories.ts',
    text: 'wantEnded(tx, stories.flatMap(endedLive), now);',
    replacement: '',
    tests: stories,
    why: 'a canceled subscription can still be charged at the bank',
  },
  {
    file: `${FOLDER}/finish-recurrences.ts`,
    text: 'const isOpen = rows.get(id)?.draft != null;',
    replacement: 'const isOpen = true;',
    tests: followed,
    why: 'two workers make the first charge of a subscription twice',
  },
];
