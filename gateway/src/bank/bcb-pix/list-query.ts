import type { Period } from '../live-bank.ts';

export const PAGE_SIZE = 100;

/** The query of one page of a list of API Pix; pages count from 0. */
export function listQuery({ from, to }: Period, page: number): Record<string, string> {
  return {
    inicio: secondBefore(from),
    fim: secondBefore(to + 999),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PAGE_SIZE),
  };
}

/** Whole seconds, because some banks refuse fractions. */
function secondBefore(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
