import type { Mutation } from './tool/mutation.ts';

const CHANGES = 'gateway/src/ground/work/database-changes.ts';
const DUE_CHECKS = 'gateway/src/ground/work/due-checks.ts';
const tests = ['gateway/src/ground/work/due-checks.test.ts'];

/** When a process checks for due work, and when it doesn't. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: CHANGES,
    text: 'if (!hadEnded && !after.running.has(id) && !ignored.has(id)) return false;',
    replacement: 'if (!hadEnded && ignored.has(id)) return false;',
    tests,
    why: 'work that another process writes waits for a minute',
  },
  {
    file: CHANGES,
    text: 'const hadEnded = id < before.next && !before.running.has(id);',
    replacement: 'const hadEnded = id < before.next;',
    tests,
    why: 'a transaction that was open at the last look is never seen',
  },
  {
    file: DUE_CHECKS,
    text: 'return quiet?.count !== changes.count() || clock.now() >= quiet.until;',
    replacement: 'return quiet?.count !== changes.count();',
    tests,
    why: 'what becomes due later is found a minute late',
  },
  {
    file: DUE_CHECKS,
    text: "const isQuiet = answer.names === '' && !answer.is_soon && isComplete;",
    replacement: "const isQuiet = answer.names === '' && isComplete;",
    tests,
    why: 'what becomes due within a minute is found a minute late',
  },
  {
    file: 'gateway/src/webhooks/delivery/full-sweeps.ts',
    text: 'const isEmpty = sharing.isChecking && !(await hasDue(database, { at: now }));',
    replacement: 'const isEmpty = sharing.isChecking;',
    tests: ['gateway/src/webhooks/delivery/full-sweeps.test.ts'],
    why: 'a delivery of a crashed process waits a minute after its lease',
  },
  {
    file: 'gateway/src/webhooks/delivery/full-sweeps.ts',
    text: 'const isEmpty = sharing.isChecking && !(await hasDue(database, { at: now }));',
    replacement: 'const isEmpty = false;',
    tests: ['gateway/src/webhooks/delivery/full-sweeps.test.ts'],
    why: 'an idle process sweeps all lanes every five seconds',
  },
  {
    file: 'gateway/src/charges/live/intent.ts',
    text: 'if (made !== undefined || (await steps.isOpen())) return made;',
    replacement: 'if (made !== undefined) return made;',
    tests: ['gateway/src/charges/live/intent.test.ts'],
    why: 'a charge that its next worker goes on with is set aside for operators',
  },
  {
    file: 'gateway/src/charges/due/change-store.ts',
    text: 'charge_id = ${$.id} and requested_at = ${$.requestedAt}`,',
    replacement: 'charge_id = ${$.id}`,',
    tests: ['gateway/test/database/intent-records.test.ts'],
    why: 'a change that the bank has made beside another one is forgotten, and no operator sees it',
  },
];
