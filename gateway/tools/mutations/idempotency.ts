import type { Mutation } from './tool/mutation.ts';

/** Keys that create one resource. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/ground/idempotency/claim-keys.ts',
    text: `const refusal = refusalOfReuse(keyed, row.requestSha256);
  return refusal
`,
    replacement: `const refusal = undefined;
  return refusal
`,
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'another body gets the answer of the first request',
  },
  {
    file: 'gateway/src/ground/idempotency/claim-keys.ts',
    text: 'if (keyed && row) return verdictOfUsed(keyed, row, answers);',
    replacement: '',
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'a repeated request is refused or creates again',
  },
  {
    file: 'gateway/src/ground/idempotency/idempotency-store.ts',
    text: '    where k.created_at <= ${$.expired}\n',
    replacement: '',
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'a key in use is claimed by a second request: two charges',
  },
  {
    file: 'gateway/src/ground/idempotency/idempotency-store.ts',
    text: "select 1 / (count(*) = cardinality(${param('claims', compositesOf(KEY_CLAIM))}))::int",
    replacement: 'select count(*)',
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'a used key in a batch with new ones creates a second charge',
  },
  {
    file: 'gateway/src/ground/idempotency/claim-keys.ts',
    text: 'if (day === undefined || others.length > 0 || isRefusedWithKey) return false;',
    replacement: 'if (day === undefined || others.length > 0) return false;',
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'a repeat is refused by a rule that came after its charge',
  },
  {
    file: 'gateway/src/ground/idempotency/claim-keys.ts',
    text: 'if (day === undefined || others.length > 0 || isRefusedWithKey) return false;',
    replacement: 'if (day === undefined || isRefusedWithKey) return false;',
    tests: ['gateway/test/database/idempotency-key-partitions.test.ts'],
    why: 'batches around midnight create two charges under one key',
  },
  {
    file: 'gateway/src/ground/idempotency/idempotency-store.ts',
    text: 'and before.day = ${$.day}::date - 1 and before.created_at > ${$.expired}',
    replacement: 'and before.day = ${$.day}::date - 2 and before.created_at > ${$.expired}',
    tests: ['gateway/test/database/idempotency-key-partitions.test.ts'],
    why: 'a key of yesterday creates a second charge today',
  },
  {
    file: 'gateway/src/ground/idempotency/idempotency-store.ts',
    text: 'and day in (${$.day}::date, ${$.day}::date - 1) and created_at > ${$.expired}',
    replacement: 'and day = ${$.day}::date and created_at > ${$.expired}',
    tests: ['gateway/test/database/idempotency-key-partitions.test.ts'],
    why: 'a repeat after midnight finds no answer',
  },
  {
    file: 'gateway/src/ground/idempotency/key-days.ts',
    text: 'return nowMs % DAY_MS < OVERLAP_MS ? [dayOf(nowMs - DAY_MS), today] : [today];',
    replacement: 'return [today];',
    tests: ['gateway/test/database/idempotency-key-partitions.test.ts'],
    why: 'two requests around midnight create two charges',
  },
  {
    file: 'gateway/src/ground/idempotency/request-digest.ts',
    text: `const whole = sha256(\`\${operation}\\n\${canonicalJson(content, 0)}\`);`,
    replacement: 'const whole = sha256(canonicalJson(content, 0));',
    tests: ['gateway/src/ground/idempotency/request-digest.test.ts'],
    why: 'a key of another operation gets the wrong answer',
  },
  {
    file: 'gateway/src/ground/idempotency/request-digest.ts',
    text: 'for (const name of Object.keys(value).sort()) {',
    replacement: 'for (const name of Object.keys(value)) {',
    tests: ['gateway/src/ground/idempotency/request-digest.test.ts'],
    why: 'a repeat with other spacing is refused',
  },
  {
    file: 'gateway/src/ground/idempotency/request-digest.ts',
    text: 'return position < digest.length ? digest.readUInt16BE(position) : MARK_OF_MISSING;',
    replacement: 'return position < digest.length ? digest.readUInt16BE(position) : 0;',
    tests: ['gateway/src/ground/idempotency/request-digest.test.ts'],
    why: 'a conflict names fields that neither request has',
  },
  {
    file: 'gateway/src/ground/idempotency/idempotency-key.ts',
    text: `return \`\${merchantId} \${environment} \${key}\`;`,
    replacement: `return \`\${merchantId} \${key}\`;`,
    tests: ['gateway/test/api/idempotency.test.ts'],
    why: 'test and live keys of one name are mixed',
  },
];
