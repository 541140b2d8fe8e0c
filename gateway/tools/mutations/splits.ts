import type { Mutation } from './tool/mutation.ts';

/** Shares of charges. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/ground/money/basis-points.ts',
    text: 'return ((amount * rate) / WHOLE) as Centavos;',
    replacement: 'return ((amount * rate + WHOLE - 1n) / WHOLE) as Centavos;',
    tests: ['gateway/test/api/splits.test.ts'],
    why: 'shares are rounded up',
  },
  {
    file: 'gateway/src/charges/splits/split.ts',
    text: 'const SUM_MAX = 9_000n;',
    replacement: 'const SUM_MAX = 9_001n;',
    tests: ['gateway/src/charges/splits/split.test.ts'],
    why: 'shares of more than 90 % are accepted',
  },
  {
    file: 'gateway/src/charges/splits/split.ts',
    text: "if (usernames.size < splits.length) throw new Refusal('duplicate_username');",
    replacement: '',
    tests: ['gateway/test/api/splits.test.ts'],
    why: 'a recipient gets two shares',
  },
  {
    file: 'gateway/src/charges/splits/split.ts',
    text: 'if (kept < 0n && shares.length > 0) throw',
    replacement: 'if (kept < -1n && shares.length > 0) throw',
    tests: ['gateway/test/api/fixed-shares.test.ts'],
    why: 'shares take more than the charge brings',
  },
];
