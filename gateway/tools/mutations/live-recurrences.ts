import type { Mutation } from './tool/mutation.ts';

const FOLDER = 'gateway/src/subscriptions/live/recurrences';
const lost = ['gateway/test/live/lost-answers-of-subscriptions.test.ts'];
const followed = ['gateway/test/live/followed-recurrences.test.ts'];
const firsts = ['gateway/test/live/first-charges.test.ts'];
const stories = ['gateway/test/live/subscriptions.test.ts'];
const recs = ['gateway/test/live/api-pix-recs.test.ts'];
const lostRecs = ['gateway/test/live/lost-answers-of-recs.test.ts'];
const openRecs = ['gateway/test/live/open-changes-of-recs.test.ts'];
const contract = ['gateway/test/banking/recurring-contract.test.ts'];
const workersOfRecs = ['gateway/test/live/recs-of-several-workers.test.ts'];

/** Live subscriptions at the bank: made once, ended on both sides, told once. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'const making = await makeRecurrence(deps, toMake, earlier);',
    replacement: 'const making = await makeRecurrence(deps, toMake);',
    tests: lost,
    why: 'after a lost answer the payer has two authorizations',
  },
  {
    file: `${FOLDER}/make-recurrence.ts`,
    text: "return { kind: 'refused', refusal, remove: () => removeCharge(bank, charge) };",
    replacement: "return { kind: 'refused', refusal };",
    tests: lost,
    why: 'a first charge stays payable at the bank for a subscription that was refused',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: "const isEnding = recurrence.wanted === 'ended' || isOver(state, deps.clock.now());",
    replacement: 'const isEnding = isOver(state, deps.clock.now());',
    tests: lost,
    why: 'a payer is asked to authorize what the merchant has canceled',
  },
  {
    file: 'gateway/src/subscriptions/write-states.ts',
    text: 'saveDesiredEnds(tx, ended.filter(isLive), now);',
    replacement: '',
    tests: stories,
    why: 'a canceled subscription can still be charged at the bank',
  },
  {
    file: 'gateway/src/charges/live/cancel-live-charge.ts',
    text: 'if (await lockPayable(tx, { ...key, at })) await insertCancellation(tx, key, { at, dueAt: at });',
    replacement: '',
    tests: firsts,
    why: 'a payer pays at the bank for a subscription that has ended',
  },
  {
    file: `${FOLDER}/finish-recurrences.ts`,
    text: 'const isOpen = draft != null && !draft.isRefused;',
    replacement: 'const isOpen = true;',
    tests: followed,
    why: 'two workers make the first charge of a subscription twice',
  },
  {
    file: `${FOLDER}/change-at-bank.ts`,
    text: 'if (row.change) throw unavailable(BUSY_RETRY_SECONDS);',
    replacement: '',
    tests: lostRecs,
    why: 'a change whose answer was lost is forgotten, and both sides differ for ever',
  },
  {
    file: `${FOLDER}/ask-for-change.ts`,
    text: 'if (sent) return sentAs(sent);',
    replacement: '',
    tests: lostRecs,
    why: 'a payer is asked a second time after a lost answer',
  },
  {
    file: `${FOLDER}/make-recurrence.ts`,
    text: '...(standard?.locationId != null && { locationId: standard.locationId }),',
    replacement: '',
    tests: recs,
    why: 'a code shows another location than the merchant’s',
  },
  {
    file: `${FOLDER}/finish-recurrences.ts`,
    text: 'for (const { subscription } of mine) releaseLocationOf(tx, subscription);',
    replacement: '',
    tests: lostRecs,
    why: 'a location of a recurrence that the bank has refused is never free again',
  },
  {
    file: `${FOLDER}/apply-seen.ts`,
    text: "if (status === 'created') return authorizableBefore <= now;",
    replacement: '',
    tests: recs,
    why: 'the end of a request to the payer’s bank ends the whole recurrence',
  },
  {
    file: 'gateway/src/bank/bcb-pix/automatic/recurrences.ts',
    text: 'isRevised(found.value, revision, { mayOmit: false })',
    replacement: 'isRevised(found.value, revision, { mayOmit: true })',
    tests: contract,
    why: 'two recurrences have one location, and the payer authorizes the wrong one',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'const isToEnd = recurrence.wanted === ',
    replacement: 'const isToEnd = byTime || recurrence.wanted === ',
    tests: ['gateway/test/live/subscription-stories.test.ts'],
    why: 'a payer who agrees in the last moment is canceled without a word',
  },
  {
    file: 'gateway/src/bank/bcb-pix/automatic/recurrences.ts',
    text: "const names = ['firstDay', 'locationId', 'firstChargeTxid'] as const;",
    replacement:
      "const names = ['payerName', 'firstDay', 'locationId', 'firstChargeTxid'] as const;",
    tests: contract,
    why: 'a bank that writes names in capitals never finishes a change, and stops all others',
  },
  {
    file: `${FOLDER}/ask-for-change.ts`,
    text: "kind: isOpen ? 'later' : 'done'",
    replacement: "kind: 'done'",
    tests: openRecs,
    why: 'a request counts as withdrawn that the payer can still accept',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'await sync(deps, item);',
    replacement: '',
    tests: openRecs,
    why: 'a canceled subscription can be charged at the bank while a change is open',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'if (isStuck) throw ',
    replacement: 'if (false) throw ',
    tests: openRecs,
    why: 'a change that the bank never answers clearly is repeated for ever, and operators see none',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'if (row.change && !hasEnded(seen.status)) return;',
    replacement: '',
    tests: openRecs,
    why: 'a subscription begins on another day than its payer has authorized',
  },
  {
    file: `${FOLDER}/change-at-bank.ts`,
    text: "if (requested.change.kind === 'free_location' && planned.state === state) return state;",
    replacement: '',
    tests: workersOfRecs,
    why: 'the code of a recurrence leads to nothing, because a late request freed its location',
  },
  {
    file: 'gateway/src/bank/bcb-pix/automatic/recurrence-locations.ts',
    text: 'return found.value?.isFree ? done(undefined) : outcome;',
    replacement: 'return outcome;',
    tests: contract,
    why: 'a location that was freed at the bank stays taken here for ever',
  },
  {
    file: 'gateway/src/bank/bcb-pix/automatic/recurrence-locations.ts',
    text: 'return found.value?.isFree ? done(undefined) : outcome;',
    replacement: 'return done(undefined);',
    tests: contract,
    why: 'a location counts as free that another recurrence still has at the bank',
  },
  {
    file: `${FOLDER}/change-at-bank.ts`,
    text: '...(solicitationId === null ? [] : [solicitationId]), ',
    replacement: '',
    tests: lostRecs,
    why: 'an old request is shown with the account and the end of a request that was never sent',
  },
  {
    file: `${FOLDER}/recurrence-store.ts`,
    text: 'and r.next_look_at = ${$.leasedUntil}',
    replacement: '',
    tests: workersOfRecs,
    why: 'a late refusal ends a change that a worker is asking the bank for',
  },
  {
    file: `${FOLDER}/change-at-bank.ts`,
    text: 'if (!isDone) return undefined;',
    replacement: '',
    tests: workersOfRecs,
    why: 'a merchant is told that a change is done which was dropped here',
  },
  {
    file: `${FOLDER}/recurrence-store.ts`,
    text: 'and r.next_look_at > ${$.at} and r.change is null',
    replacement: 'and r.next_look_at > ${$.at}',
    tests: workersOfRecs,
    why: 'a call-back has a worker take a change while its request asks the bank',
  },
  {
    file: `${FOLDER}/recurrence-store.ts`,
    text: 'and r.draft is not null and r.next_look_at = key.next_look_at',
    replacement: 'and r.draft is not null',
    tests: followed,
    why: 'the bank keeps a recurrence whose subscription a late refusal has deleted',
  },
  {
    file: `${FOLDER}/make-recurrence.ts`,
    text: "if (!isMine) return { kind: 'open', retryAfterSeconds: RETRY_AFTER_SECONDS };",
    replacement: '',
    tests: followed,
    why: 'a late refusal removes the first charge of a subscription that a worker has made',
  },
  {
    file: `${FOLDER}/sync-recurrences.ts`,
    text: 'if (isEnding || recurrence.draft?.isRefused) {',
    replacement: 'if (isEnding) {',
    tests: followed,
    why: 'a subscription is made with a first charge that was removed at the bank',
  },
  {
    file: `${FOLDER}/change-at-bank.ts`,
    text: 'if (!isDone && isUnchanged) beginChange(tx, key, { change: requested, nextSyncAt: now });',
    replacement: '',
    tests: workersOfRecs,
    why: 'the bank has a change for ever that is not here',
  },
];
