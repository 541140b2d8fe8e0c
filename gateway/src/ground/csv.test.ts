import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, csvMoney, csvTime } from './csv.ts';

test('no cell begins with a formula, whichever separator a spreadsheet expects', () => {
  const cells: [string, string][] = [
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    [' =1+1', `' =1+1`],
    ['Ana,=1+1', `Ana,'=1+1`],
    ['Ana, @SUM(A1)', `Ana, '@SUM(A1)`],
    ['Ana\t-cmd|x', `Ana\t'-cmd|x`],
    ['Ana,"=1+1"', `"Ana,""'=1+1"""`],
    ['Ana, " "=1+1', `"Ana, "" ""'=1+1"`],
    ['Ana\n=1+1', `"Ana\n'=1+1"`],
    ['"=1+1', `"'""=1+1"`],
    ['-12,50', '-12,50'],
    ['Silva, Ana - Centro', 'Silva, Ana - Centro'],
  ];
  for (const [text, line] of cells) assert.equal(csvLine([text]), `${line}\r\n`);
});

test('an English file has commas between cells, decimal points and days that begin with the year', () => {
  const at = Date.parse('2026-11-20T12:00:00Z');
  const cells = ['Silva, Ana', 'Ana;=1+1', csvMoney(-123_450n, 'en'), csvTime(at, 'en'), 7];
  assert.equal(csvLine(cells, 'en'), `"Silva, Ana",Ana;'=1+1,-1234.50,2026-11-20 09:00:00,7\r\n`);
  const own = ['Silva; Ana', csvMoney(-123_450n), csvTime(at, 'pt-BR')];
  assert.equal(csvLine(own), `"Silva; Ana";-1234,50;20/11/2026 09:00:00\r\n`);
});
