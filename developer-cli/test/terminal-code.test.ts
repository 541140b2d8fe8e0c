import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correction, generate } from 'lean-qr';
import { terminalCode } from '../src/terminal-code.ts';

const MODULES: Readonly<Record<string, string>> = { '█': '..', '▀': '.#', '▄': '#.', ' ': '##' };

test('the code in the terminal has two light modules around it, and each module of the code', () => {
  for (const text of ['a', 'https://pix.example.com/pagar/x', '0'.repeat(300)]) {
    const code = generate(text, { maxCorrectionLevel: correction.L });
    const expected = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? '#' : '.')).join(''),
    );
    const blank = '.'.repeat(code.size + 4);
    const drawn = terminalCode(text)
      .split('\n')
      .flatMap((line) =>
        [0, 1].map((half) => Array.from(line, (block) => MODULES[block]?.[half]).join('')),
      );
    const rows = [blank, blank, ...expected.map((row) => `..${row}..`), blank, blank];
    assert.deepEqual(drawn.slice(0, rows.length), rows);
    assert.ok(drawn.slice(rows.length).every((row) => row === blank));
  }
});
