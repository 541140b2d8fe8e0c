import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonIn } from './copy-server.ts';

const ENDED = 'FATAL:  recovery ended before configured recovery target was reached';

test('the reason why a copy ended is read from its log, and refused clients are ignored', () => {
  const refused = 'FATAL:  the database system is in recovery mode';
  for (const lines of [[ENDED], [ENDED, refused], [refused, ENDED, refused, 'LOG:  shut down']]) {
    const log = lines.map((line) => `2026-11-22 18:00:00.000 UTC [7] ${line}`).join('\n');
    assert.equal(reasonIn(`${log}\n`), ENDED.replace('FATAL:  ', ''));
  }
  assert.equal(reasonIn('could not start\n'), 'could not start');
});
