import type { Bank } from '../bank/bank.ts';
import { type RefusalKind, refuseField } from '../bank/refusal.ts';
import { readInstant, writeInstant } from '../clock.ts';

export type Query = Readonly<Record<string, string | undefined>>;

const ITEMS_PER_PAGE = 100;
const ITEMS_PER_PAGE_MAX = 1000;
const WHOLE_NUMBER = /^\d{1,9}$/;

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Reads `inicio` and `fim`, both required and included in the period. Throws BankRefusal. */
export function readPeriod(query: Query, invalid: RefusalKind): Period {
  const from = readInstant(query.inicio ?? '');
  const to = readInstant(query.fim ?? '');
  if (from === undefined) throw refuseField(invalid, 'inicio', 'Campo inicio inválido');
  if (to === undefined) throw refuseField(invalid, 'fim', 'Campo fim inválido');
  if (to < from) {
    const reason = 'Campo de data fim deve ser maior ou igual ao campo de data inicio';
    throw refuseField(invalid, 'fim', reason);
  }
  if (query.cpf !== undefined && query.cnpj !== undefined) {
    throw refuseField(invalid, 'cpf', 'Os campos cpf e cnpj não podem vir juntos');
  }
  return { from, to };
}

/** Reads `true` or `false`; undefined when the parameter is missing. Throws BankRefusal. */
export function readBoolean(query: Query, name: string, invalid: RefusalKind): boolean | undefined {
  // Python writes `True`.
  const text = query[name]?.toLowerCase();
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw refuseField(invalid, name, `Campo ${name} inválido`);
}

/** The maximum number of items of a page, and the refusal for invalid parameters. */
export interface PageRule {
  readonly invalid: RefusalKind;
  readonly itemsMax: number;
}

export function pageRule({ settings }: Bank, invalid: RefusalKind): PageRule {
  return { invalid, itemsMax: settings.pageItemsMax };
}

/** One page of the rows, with `parametros` as in every list of API Pix. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: Query,
  { invalid, itemsMax }: PageRule,
): { page: Row[]; parametros: Record<string, unknown> } {
  const paginaAtual = readNumber(query, 'paginacao.paginaAtual', invalid) ?? 0;
  const wanted = readNumber(query, 'paginacao.itensPorPagina', invalid) ?? ITEMS_PER_PAGE;
  if (wanted < 1 || wanted > ITEMS_PER_PAGE_MAX) {
    const reason = 'Deve ser de 1 a 1000';
    throw refuseField(invalid, 'paginacao.itensPorPagina', reason);
  }
  const itensPorPagina = Math.min(wanted, itemsMax);
  const first = paginaAtual * itensPorPagina;
  return {
    page: rows.slice(first, first + itensPorPagina),
    parametros: {
      ...describe(query),
      paginacao: {
        paginaAtual,
        itensPorPagina,
        quantidadeDePaginas: Math.max(1, Math.ceil(rows.length / itensPorPagina)),
        quantidadeTotalDeItens: rows.length,
      },
    },
  };
}

function readNumber(query: Query, name: string, invalid: RefusalKind): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (WHOLE_NUMBER.test(text)) return Number(text);
  throw refuseField(invalid, name, `Campo ${name} inválido`);
}

/** The filters, repeated in `parametros`. */
function describe(query: Query): Record<string, unknown> {
  const entries = Object.entries(query).filter(([name]) => !name.startsWith('paginacao.'));
  return Object.fromEntries(
    entries.map(([name, text = '']) => {
      const instant = name === 'inicio' || name === 'fim' ? readInstant(text) : undefined;
      if (instant !== undefined) return [name, writeInstant(instant)];
      if (name === 'convenio') return ['recebedor', { convenio: text }];
      return [name, /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text];
    }),
  );
}
