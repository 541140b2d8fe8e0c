import type { texts as pt } from '#texts/file-columns.ts';

export const texts: typeof pt = {
  title: 'Columns of the file',
  hint: 'See which column of the file each value comes from, and change what is not right.',
  firstRows: 'First lines of the file',
  notUsed: 'not used',
  none: 'None',
  column: (letter: string) => `Column ${letter}`,
  sample: (text: string) => `In the first line: ${text}`,
  or: ' or ',
  missing: (names: string) => `Choose the column of: ${names}.`,
  check: 'Check file',
  close: 'Close',
};
