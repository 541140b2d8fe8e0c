import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('no cell begins with a formula, whichever separator a spreadsheet expects', () => {
  const cells: [string, string][] = [
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    [' =1+1', `' =1+1`],
    ['Ana,=1+1', `Ana,'=1+1`],
    ['Ana, @SUM(A1)', `Ana, '@SUM(A1)`],
    ['Ana\t-cmd|x', `Ana\t'-cmd|x`],
    ['-12,50', '-12,50'],
    ['Silva, Ana - Centro', 'Silva, Ana - Centro'],
  ];
  for (const [text, line] of cells) assert.equal(csvLine([text]), `${line}\r\n`);
});
