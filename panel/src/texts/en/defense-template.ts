import type { texts as pt } from '#texts/defense-template.ts';
import { texts as portuguese } from '../pt-BR/defense-template.ts';

// Not translated: the bank reads Portuguese.
export const texts: typeof pt = {
  ...portuguese,
};
