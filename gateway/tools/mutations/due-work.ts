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
    text: 'const isEmpty = sharing.isChecking && !(await hasDue(database, new Date(now)));',
    replacement: 'const isEmpty = sharing.isChecking;',
    tests: ['gateway/src/webhooks/delivery/full-sweeps.test.ts'],
    why: 'a delivery of a crashed process waits a minute after its lease',
  },
];
