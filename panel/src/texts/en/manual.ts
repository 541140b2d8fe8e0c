import type { texts as pt } from '#texts/manual.ts';

export const texts: typeof pt = {
  title: 'Manual of operation',
  description: 'The manual of this version.',
  back: 'Health',
  start: 'Start of the manual',
  unknown: 'The manual has no such page',
};
