import { parseInstant } from '#src/ground/clock.ts';
import {
  invalidQuery,
  type ProblemFamily,
  type StandardProblem,
  type Violation,
} from '../problems/standard-problem.ts';

const ITEMS_DEFAULT = 100;
const ITEMS_MAX = 1_000;
/** Beyond it the number of the first item is no safe integer. */
const PAGE_MAX = 1_000_000_000;
// RFC 3339: a date alone is no instant.
export const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** The query of a list: texts as the client sent them. */
export type ListQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The page and the times of a list. Instants in milliseconds; both ends are in the list. */
export interface ListPage {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly items: number;
  /** The filter as the answer repeats it, without the totals. */
  readonly shown: { readonly inicio?: string; readonly fim?: string };
}

/** The faults of a query, collected so that all are answered at once. */
export class QueryFaults {
  readonly #faults: Violation[] = [];

  add(propriedade: string, razao: string, valor?: string): void {
    this.#faults.push({ razao, propriedade, ...(valor !== undefined && { valor }) });
  }

  /** Refuses `XConsultaInvalida` if there are faults. */
  refuse(family: ProblemFamily): void {
    if (this.#faults.length > 0) throw this.problem(family);
  }

  /** The error `XConsultaInvalida` with the faults. */
  problem(family: ProblemFamily): StandardProblem {
    return invalidQuery(family, this.#faults);
  }
}

/** Reads times and page of a list. Faults are added to `faults`. */
export function readListPage(
  query: ListQuery,
  faults: QueryFaults,
  { areTimesRequired }: { readonly areTimesRequired: boolean },
): ListPage {
  addRepeated(query, faults);
  const instant = (name: 'inicio' | 'fim'): number | undefined => {
    const text = textAt(query, name);
    if (text === undefined) {
      if (areTimesRequired) faults.add(name, `O parâmetro ${name} é obrigatório.`);
      return undefined;
    }
    const at = INSTANT.test(text) ? parseInstant(text) : undefined;
    if (at === undefined)
      faults.add(name, `O parâmetro ${name} não é um instante da RFC 3339.`, text);
    return at;
  };
  const from = instant('inicio');
  const to = instant('fim');
  if (from !== undefined && to !== undefined && to < from) {
    faults.add('fim', 'O parâmetro fim é anterior ao parâmetro inicio.', textAt(query, 'fim'));
  }
  const whole = (name: string, { min, max, initial }: Bounds): number => {
    const text = textAt(query, `paginacao.${name}`);
    if (text === undefined) return initial;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    faults.add(`paginacao.${name}`, `Informe um número inteiro de ${min} a ${max}.`, text);
    return initial;
  };
  return {
    from,
    to,
    page: whole('paginaAtual', { min: 0, max: PAGE_MAX, initial: 0 }),
    items: whole('itensPorPagina', { min: 1, max: ITEMS_MAX, initial: ITEMS_DEFAULT }),
    shown: {
      ...(from !== undefined && { inicio: new Date(from).toISOString() }),
      ...(to !== undefined && { fim: new Date(to).toISOString() }),
    },
  };
}

/** Adds a fault for each parameter that comes more than once. */
export function addRepeated(query: ListQuery, faults: QueryFaults): void {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) faults.add(name, `O parâmetro ${name} veio mais de uma vez.`);
  }
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}

/** A parameter of a query; of a repeated one the first. */
export function textAt(query: ListQuery, name: string): string | undefined {
  const value = query[name];
  const text = typeof value === 'string' ? value : value?.[0];
  return text === '' ? undefined : text;
}

/** The `parametros` of an answer: the filter, the page and the totals. */
export function shownParameters(
  { page, items, shown }: ListPage,
  total: number,
  filter: Readonly<Record<string, unknown>> = {},
) {
  return {
    ...shown,
    ...filter,
    paginacao: {
      paginaAtual: page,
      itensPorPagina: items,
      quantidadeDePaginas: Math.max(1, Math.ceil(total / items)),
      quantidadeTotalDeItens: total,
    },
  };
}
