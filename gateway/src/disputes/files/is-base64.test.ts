import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { isBase64 } from './is-base64.ts';

test('base64 has its alphabet and at most two signs of padding', () => {
  for (const text of ['QQ==', 'QUE=', 'QUFB', '+/+/']) assert.equal(isBase64(text), true, text);
  const wrong = [
    '',
    '=',
    '==',
    '===',
    'QQ===',
    'Q=Q=',
    '*',
    'QUFB\n',
    ' QUFB',
    'data:,QUFB',
    'Q-_Q',
  ];
  for (const text of wrong) assert.equal(isBase64(text), false, text);
});

test('14 MB of base64 are read also where V8 no longer optimises expressions', async () => {
  const module = import.meta.resolve('./is-base64.ts');
  const program = `import { isBase64 } from ${JSON.stringify(module)};
    console.log(isBase64('A'.repeat(14_000_000)), isBase64('A'.repeat(14_000_000) + '*'));`;
  // V8 does the same by itself in a process with much code of expressions, such as a run of tests.
  const words = ['--no-regexp-optimization', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  assert.equal(stdout, 'true false\n');
});
