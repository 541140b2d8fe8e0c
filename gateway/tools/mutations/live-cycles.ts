import type { Mutation } from './tool/mutation.ts';

const ROOM = 'gateway/src/subscriptions';
const CYCLES = `${ROOM}/live/cycles`;
const stories = ['gateway/test/live/subscription-cycles.test.ts'];
const faults = ['gateway/test/live/subscription-cycle-faults.test.ts'];
const ends = ['gateway/test/live/charges-ended-at-the-bank.test.ts'];
const cobrs = ['gateway/test/live/api-pix-cobrs.test.ts'];

/** Cycles of live subscriptions: registered once, paid by their Pix only, and never forgotten. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'await owned.pay(paid, { now });',
    replacement: '',
    tests: stories,
    why: 'the charge of a cycle is paid and its cycle is charged again by a retry',
  },
  {
    file: `${ROOM}/write-states.ts`,
    text: "chargesIn('paid').filter(({ id }) => !arrived?.has(id));",
    replacement: "chargesIn('paid');",
    tests: stories,
    why: 'a Pix for a cycle is never booked, because its charge is paid twice in one transaction',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: "if (environment === 'live') return [];",
    replacement: '',
    tests: stories,
    why: 'a live cycle is settled by the clock, without money',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: 'NEVER_AT_BANK.includes(code) ||',
    replacement: '',
    tests: stories,
    why: 'a retry is promised of a charge that the bank never had',
  },
  {
    file: `${CYCLES}/next-call.ts`,
    text: "if (row.calledAt !== null) return 'find';",
    replacement: '',
    tests: stories,
    why: 'a cycle is failed here that the bank has registered and will debit',
  },
  {
    file: `${CYCLES}/next-call.ts`,
    text: "return change === 'create' ? 'give_up' : change;",
    replacement: 'return change;',
    tests: stories,
    why: 'a cycle that no bank has stays scheduled for ever',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: 'if (settled !== null && now < settled) return { after: row, again: settled };',
    replacement: '',
    tests: stories,
    why: 'a cycle is failed here while the bank still registers it',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: 'return unanswered({ ...row, calledAt: unclearSince }, again);',
    replacement: 'return unanswered({ ...row, calledAt: null }, again);',
    tests: faults,
    why: 'a canceled charge is replaced while the bank still registers it',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: 'if (settled !== null && now < settled) {',
    replacement: 'if (now < 0) {',
    tests: faults,
    why: 'a refused charge is replaced while the bank still does its first registration',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: "return { after: { ...after, wanted: 'ended' }, failure: BANK_REFUSED,",
    replacement: 'return { after, failure: BANK_REFUSED,',
    tests: faults,
    why: 'a call-back during the refusal of a charge has it registered after all',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: 'retryOn: isTaken ? null : row.retryOn,',
    replacement: 'retryOn: row.retryOn,',
    tests: stories,
    why: 'a retry that the bank has taken is asked for again',
  },
  {
    file: `${CYCLES}/read-answer.ts`,
    text: "return { after: { ...after, wanted: 'kept' } as const, problem };",
    replacement: 'return { after, again: null, problem };',
    tests: stories,
    why: 'a payment after a late cancellation is not looked for',
  },
  {
    file: `${CYCLES}/bank-cycle-store.ts`,
    text: 'next_look_at = case when b.next_look_at = key.claimed_until then key.next_look_at',
    replacement: 'next_look_at = case when true then key.next_look_at',
    tests: stories,
    why: 'a cancellation during a call to the bank is lost, and the payer is debited',
  },
  {
    file: `${CYCLES}/bank-cycle-store.ts`,
    text: 'else coalesce(key.status, b.status) end,',
    replacement: 'else key.status end,',
    tests: faults,
    why: 'a cycle whose registration had no answer is never read again',
  },
  {
    file: `${CYCLES}/desired-cycles.ts`,
    text: "return [{ ...desired, wanted: 'ended' }];",
    replacement: 'return [];',
    tests: stories,
    why: 'a canceled cycle is debited at the bank',
  },
  {
    file: `${CYCLES}/next-call.ts`,
    text: 'if (hasEnded(row.status)) return null;',
    replacement: 'return null;',
    tests: faults,
    why: 'a cycle whose call-back is lost stays scheduled for ever',
  },
  {
    file: `${CYCLES}/next-call.ts`,
    text: 'return isRefused ? afterTheDay(startOfKnownDay(row.dueOn), now) : null;',
    replacement: 'return null;',
    tests: ends,
    why: 'a refused charge is never replaced if the call-back of its end is lost',
  },
  {
    file: `${CYCLES}/take-bank-cycle.ts`,
    text: "if (bank.status !== 'rejected') return change;",
    replacement: 'if (now > 0) return change;',
    tests: ends,
    why: 'a retry is promised of a charge that the bank has ended, and it is never replaced',
  },
  {
    file: `${CYCLES}/ended-at-bank.ts`,
    text: "return status === null ? isClosed : status === 'rejected' || status === 'canceled';",
    replacement: 'return true;',
    tests: cobrs,
    why: 'a cycle is charged again while the bank still debits its first charge',
  },
  {
    file: `${CYCLES}/bank-cycle-store.ts`,
    text: "wanted = case when status is null and next_look_at is null then 'ended' else wanted end",
    replacement: 'wanted = wanted',
    tests: cobrs,
    why: 'a call-back registers a charge that has failed here, beside the one that replaced it',
  },
  {
    file: `${CYCLES}/bank-cycle-store.ts`,
    text: 'called_at = case when status is null then ${$.at} else called_at end,',
    replacement: '',
    tests: faults,
    why: 'a canceled charge that appears at the bank later is debited',
  },
  {
    file: `${CYCLES}/pay-cycles.ts`,
    text: 'const isIt = ({ chargeId }: Cycle): boolean => chargeId === id;',
    replacement: 'const isIt = (one: Cycle): boolean => one.day === day;',
    tests: cobrs,
    why: 'the Pix of a replaced charge marks the new charge of its cycle paid',
  },
  {
    file: 'gateway/src/api-pix/cobrs/cobr-routes.ts',
    text: `        const which = { caller, txid: newTxid(request.params.txid, 'CobR') };`,
    replacement: `        const which = { caller, txid: txidFromId(createId(deps.clock.now())) };`,
    tests: cobrs,
    why: 'a repeated PUT charges the payer again',
  },
  {
    file: 'gateway/src/subscriptions/live/due-rows-store.ts',
    text: 'if (others.length === 0) return rows;',
    replacement: 'return rows;',
    tests: ['gateway/test/live/turns-of-merchants.test.ts'],
    why: 'a merchant with many due cycles delays those of all others past their last day',
  },
];
