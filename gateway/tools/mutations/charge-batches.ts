import type { Mutation } from './tool/mutation.ts';

const LINES = 'gateway/src/charges/batches/charge-line-store.ts';
const CREATION = 'gateway/src/charges/batches/create-batch.ts';
const tests = ['gateway/test/api/charge-batches.test.ts'];

/** Batches of charges: a line makes one charge, and refused lines are never forgotten. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/charges/due/typed-rule.ts',
    text: 'return period && { ...part, period };',
    replacement: 'return { ...part, period };',
    tests: ['gateway/src/charges/batches/files/file-lines.test.ts'],
    why: 'the unread rest of a cell is dropped: 1% ou 2% is charged as 1% a month',
  },
  {
    file: 'gateway/src/ground/xlsx/read-xlsx.ts',
    text: 'return `${numberText(value * 100)}%`;',
    replacement: 'return numberText(value * 100);',
    tests: ['gateway/src/ground/xlsx/read-xlsx.test.ts'],
    why: 'a fine of 2% in a workbook is charged as R$ 2,00, an amount of 50% is paid as R$ 50,00',
  },
  {
    file: 'gateway/src/charges/batches/batch-owner.ts',
    text: 'releaseLines(tx, charges.flatMap(lineOf))',
    replacement: 'undefined',
    tests: ['gateway/test/live/charge-batches.test.ts'],
    why: 'a line whose registration was lost never gets its charge',
  },
  {
    file: CREATION,
    text: 'if (refused.length > 0 && (!isOnlyValid || refused.length === lines.length)) {',
    replacement: 'if (refused.length === lines.length) {',
    tests,
    why: 'a batch with faults is created although the merchant wants all or nothing',
  },
  {
    file: 'gateway/src/charges/batches/run-batches.ts',
    text: "if (isTooLate && batch.environment === 'live') {",
    replacement: 'if (false) {',
    tests: ['gateway/test/live/charge-batches.test.ts'],
    why: 'a batch waits for the bank without end',
  },
  {
    file: 'gateway/src/charges/batches/limit-lines.ts',
    text: 'if (used + batch.lineCount <= linesPerDay) return undefined;',
    replacement: 'if (used <= linesPerDay) return undefined;',
    tests: ['gateway/test/api/charge-batch-limits.test.ts'],
    why: 'a merchant fills the database with lines of batches',
  },
  {
    file: LINES,
    text: "${SAME_LINE} and ${hasStatus('open')}",
    replacement: '${SAME_LINE}',
    tests,
    why: 'two workers make two charges of one line',
  },
  {
    file: LINES,
    text: "set status = 'created', content = null, payer_document = null",
    replacement: "set status = 'created'",
    tests,
    why: 'a line names its payer after its charge exists',
  },
  {
    file: 'gateway/src/charges/batches/run-batches.ts',
    text: 'const isWaiting = !isDone && isForBank && created === batch.createdCount;',
    replacement: 'const isWaiting = false;',
    tests: ['gateway/test/live/charge-batches.test.ts'],
    why: 'nobody is told that a batch waits for the bank',
  },
];
