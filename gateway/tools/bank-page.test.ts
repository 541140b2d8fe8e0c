import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BANK_PAGE, bankPage } from './bank-page.ts';

test('the page of examined banks is made of their profiles', () => {
  const hint = 'a profile has changed: run `npm run -s docs:banks` and commit the page';
  assert.equal(readFileSync(BANK_PAGE, 'utf8'), bankPage(), hint);
});
