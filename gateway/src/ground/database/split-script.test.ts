import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitScript } from './split-script.ts';

test('a script is split at the ends of its statements only', () => {
  const statements = [
    "insert into a values ('it''s; one', 1 - 2 / 3)",
    '-- a comment; with a semicolon\nupdate "odd;name" set b = $1',
    'do $$ begin perform 1; end $$',
    "create function f() returns text language sql as $body$ select '$$;' $body$",
    '/* another; comment */ select 1',
  ];
  assert.deepEqual(splitScript(`${statements.join(';\n')};\n-- the end;\n`), statements);
});
