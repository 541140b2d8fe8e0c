import type { texts as pt } from '#texts/defense-text.ts';
import { texts as portuguese } from '../pt-BR/defense-text.ts';

// Not translated: the bank reads Portuguese.
export const texts: typeof pt = {
  ...portuguese,
};
