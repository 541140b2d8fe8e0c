import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCES = join(import.meta.dirname, '..', '..', 'panel', 'src');
/** The theme defines the sizes. */
const THEME = 'theme.ts';
const OWN_SIZE = /fontSize:|\bfz=(?!"(?:xs|sm|md|lg|xl)")|\bsize="\d/;
const CSS_SIZE = /font-size:\s*([^;]+);/g;
const LITERAL = /\d(?:px|rem|em)\b/;

test('every text of the panel has a size of the theme', () => {
  const faults: string[] = [];
  for (const file of globSync('**/*.{ts,tsx,css}', { cwd: SOURCES })) {
    if (file === THEME) continue;
    const text = readFileSync(join(SOURCES, file), 'utf8');
    if (!file.endsWith('.css') && OWN_SIZE.test(text)) faults.push(file);
    for (const [, size = ''] of text.matchAll(CSS_SIZE)) {
      if (file.endsWith('.css') && LITERAL.test(size)) faults.push(`${file}: ${size}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('every form of the panel shows its faults and keeps what was typed', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES });
  const isPlain = (file: string) => /<form\b/.test(readFileSync(join(SOURCES, file), 'utf8'));
  assert.deepEqual(files.filter(isPlain), ['components/form.tsx']);
});
