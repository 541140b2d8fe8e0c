import { ptBr } from './pt-br.ts';

/** Every text that a person reads. Another language is another object of this shape. */
export type Texts = typeof ptBr;

export const texts: Texts = ptBr;
export const locale = 'pt-BR';
