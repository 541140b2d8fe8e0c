import { crc16 } from '#src/ground/pix/crc16.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import { isObject } from '../bcb-pix/json-fields.ts';
import type { ExamAnswer, Expectation, Facts, ProfilePart } from './exam.ts';

/** What a field must be. */
interface Form {
  readonly text: string;
  readonly test: (value: unknown, facts: Facts) => boolean;
}

type FieldOptions = Pick<Expectation, 'copes' | 'section' | 'profile' | 'isNote'> & {
  readonly isOptional?: boolean;
};

/** The value at a path of an answer, such as `valor.original` or `cobs.0.txid`. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    const isHolder = isObject(value) || Array.isArray(value);
    value = isHolder ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

/** The text at a path; empty when there is none. */
export function textIn(body: unknown, path: string): string {
  const value = valueAt(body, path);
  return typeof value === 'string' ? value : '';
}

/** The objects of a list of an answer. */
export function itemsIn(body: unknown, path: string): readonly Record<string, unknown>[] {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function field(path: string, form: Form, options: FieldOptions = {}): Expectation {
  const { isOptional = false, ...more } = options;
  return {
    name: path,
    text: `${path}: ${form.text}`,
    isMet: ({ body }, facts) => {
      const value = valueAt(body, path);
      return value === undefined ? isOptional : form.test(value, facts);
    },
    ...more,
  };
}

/** All items of a list have the form at a path. */
export function eachItem(list: string, path: string, form: Form, isOptional = false): Expectation {
  const values = (body: unknown) => itemsIn(body, list).map((item) => valueAt(item, path));
  return {
    name: `${list}.${path}`,
    text: `${list}[].${path}: ${form.text}`,
    isMet: ({ body }, facts) =>
      values(body).every((value) => (value === undefined ? isOptional : form.test(value, facts))),
    found: ({ body }) => values(body).slice(0, 3),
  };
}

/** Any rule about an answer. */
export function rule(name: string, text: string, more: Omit<Expectation, 'name' | 'text'>) {
  return { name, text, ...more } satisfies Expectation;
}

export const same = (value: (facts: Facts) => unknown, text = 'igual ao pedido'): Form => ({
  text,
  test: (found, facts) => found === value(facts),
});
export const equal = (wanted: unknown): Form => ({
  text: JSON.stringify(wanted),
  test: (value) => value === wanted,
});
export const oneOf = (...wanted: readonly string[]): Form => ({
  text: wanted.join(' ou '),
  test: (value) => wanted.some((word) => word === value),
});
const matching = (pattern: RegExp, text: string): Form => ({
  text,
  test: (value) => typeof value === 'string' && pattern.test(value),
});

export const TEXT = matching(/./, 'texto');
export const AMOUNT = matching(/^\d{1,10}\.\d{2}$/, 'texto com ponto e duas casas, como "0.01"');
export const INSTANT: Form = {
  text: 'instante RFC 3339 com fuso',
  test: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
};
export const DAY = matching(/^\d{4}-\d\d-\d\d$/, 'data como 2026-12-31');
export const TXID = matching(/^[a-zA-Z0-9]{26,35}$/, 'de 26 a 35 letras e dígitos');
export const SHORT_ID = matching(/^[a-zA-Z0-9]{1,35}$/, 'de 1 a 35 letras e dígitos');
export const END_TO_END_ID = matching(/^E[a-zA-Z0-9]{31}$/, 'E e mais 31 letras e dígitos');
export const RETURN_ID = matching(/^D[a-zA-Z0-9]{31}$/, 'D e mais 31 letras e dígitos');
export const TAX_ID = matching(/^(\d{11}|[0-9A-Z]{14})$/, 'CPF ou CNPJ sem pontuação');
export const LOCATION = matching(/^(?!https?:)\S{1,77}$/, 'até 77 caracteres, sem https://');
export const RECURRENCE_ID = matching(/^R[RN][a-zA-Z0-9]{27}$/, 'RR ou RN e mais 27 caracteres');
export const WHOLE: Form = { text: 'número inteiro', test: (value) => Number.isInteger(value) };
export const LIST: Form = { text: 'lista', test: (value) => Array.isArray(value) };
export const OBJECT: Form = { text: 'objeto', test: isObject };
/** A copy-and-paste code with a right checksum and the address of the charge. */
export const CODE: Form = {
  text: 'BR Code dinâmico de até 512 caracteres, com CRC certo e o endereço da cobrança',
  test: (value) =>
    typeof value === 'string' &&
    value.length <= 512 &&
    crc16(value.slice(0, -4)) === value.slice(-4).toUpperCase() &&
    locationOfCode(value) !== undefined,
};

const isSuccess = (status: number) => status >= 200 && status < 300;

/** A success with the status of the document. Another success is a deviation, and is read on. */
export function success(status: number, efi: number = status): readonly Expectation[] {
  return [
    rule('success', `uma resposta ${status}`, {
      section: 'responses',
      isMet: (answer) => isSuccess(answer.status),
      found: (answer) => answer.status,
      isFirst: true,
    }),
    rule('status', `status ${status}`, {
      section: 'responses',
      isMet: (answer, { dialect }) => answer.status === (dialect === 'efi' ? efi : status),
      found: (answer) => answer.status,
    }),
  ];
}

const NOT_FOUND_TYPE = /\/[A-Za-z]*NaoEncontrad[oa]$/;
const NAME_FIELDS = ['nome', 'error', 'codigo', 'code', 'name', 'erro'];
const NAME = /^[\w.-]{1,60}$/;

/** The field in which a body that is no RFC 7807 names its error; undefined without a name. */
function nameFieldOf({ body }: ExamAnswer): string | undefined {
  if (textIn(body, 'type') !== '') return undefined;
  return NAME_FIELDS.find((name) => NAME.test(textIn(body, name)));
}

/** How a profile tells the error of an answer; `as` is what the error means. */
function errorProfile(as: 'notFoundName' | 'refusedName') {
  return (answer: ExamAnswer): ProfilePart | undefined => {
    const errorNameField = nameFieldOf(answer);
    if (errorNameField === undefined) return undefined;
    return { errorNameField, [as]: textIn(answer.body, errorNameField) };
  };
}

/** RFC 7807 with an identifier of the document; Efí has `{nome, mensagem}`. */
function problem(type: RegExp, profile: (answer: ExamAnswer) => ProfilePart | undefined) {
  const section = 'seção "Tratamento de erros"';
  const isEfi = (facts: Facts, body: unknown) =>
    facts.dialect === 'efi' && textIn(body, 'nome') !== '' && textIn(body, 'mensagem') !== '';
  const of = (path: string, form: Form): Expectation => ({
    ...field(path, form, { section }),
    isMet: ({ body }, facts) => isEfi(facts, body) || form.test(valueAt(body, path), facts),
  });
  return [
    rule('json', 'um corpo JSON', {
      section,
      isMet: ({ body }) => isObject(body),
      found: ({ contentType }) => contentType,
      isFirst: true,
    }),
    {
      ...of('type', matching(type, `https://pix.bcb.gov.br/api/v2/error/…, como ${type.source}`)),
      profile,
    },
    of('title', TEXT),
    of('status', WHOLE),
    rule('content-type', 'application/problem+json', {
      section,
      copes: 'yes',
      isMet: ({ contentType, body }, facts) =>
        isEfi(facts, body) || contentType === 'application/problem+json',
      found: ({ contentType }) => contentType,
    }),
  ];
}

/** A record that doesn't exist: 404 with its name. Efí answers 400 to some of them. */
export function notFound(): readonly Expectation[] {
  return [
    rule('refused', 'uma recusa com status 404', {
      section: 'responses',
      isMet: ({ status }) => status >= 400 && status < 500,
      found: ({ status }) => status,
      isFirst: true,
    }),
    rule('http', 'status 404', {
      section: 'responses',
      isMet: ({ status }, { dialect }) => status === 404 || (dialect === 'efi' && status === 400),
      found: ({ status }) => status,
    }),
    ...problem(NOT_FOUND_TYPE, errorProfile('notFoundName')),
  ];
}

/** A request that the document forbids: 400 with a name of the family. */
export function refused(family: string): readonly Expectation[] {
  return [
    rule('refused', 'uma recusa com status 400', {
      section: 'seção "Tratamento de erros"',
      isMet: ({ status }) => status >= 400 && status < 500,
      found: ({ status }) => status,
      isFirst: true,
    }),
    rule('http', 'status 400', {
      section: 'seção "Tratamento de erros"',
      copes: 'yes',
      isMet: ({ status }, { dialect }) => status === 400 || (dialect === 'efi' && status === 409),
      found: ({ status }) => status,
    }),
    ...problem(new RegExp(`(${family}|RequisicaoInvalida)$`), errorProfile('refusedName')),
  ];
}

/** One page of a list, with what `parametros` says of it. */
export function pageOf(list: string, page = 0): readonly Expectation[] {
  const paging = 'parametros.paginacao';
  return [
    field(list, LIST),
    field(`${paging}.paginaAtual`, equal(page)),
    field(`${paging}.itensPorPagina`, WHOLE),
    field(`${paging}.quantidadeDePaginas`, {
      text: 'número inteiro a partir de 1',
      test: (value) => Number.isInteger(value) && Number(value) >= 1,
    }),
    field(`${paging}.quantidadeTotalDeItens`, WHOLE),
    field('parametros.inicio', INSTANT, { copes: 'yes' }),
    field('parametros.fim', INSTANT, { copes: 'yes' }),
  ];
}

/** The statuses of an operation that a server doesn't have. */
const MISSING = [404, 405, 501];
const NOT_OFFERED = [403, ...MISSING];

/** Operations that a bank may leave out. A 403 may come from scopes, so it proves nothing. */
export function offered(family: string, missing: ProfilePart = {}): Expectation {
  return rule('offered', `operações de /${family}`, {
    section: 'paths',
    isMet: ({ status }) => !NOT_OFFERED.includes(status),
    found: ({ status }) => status,
    // The adapter takes each 4xx as a refusal, and a 501 as unknown.
    copes: ({ status }) => (status < 500 ? 'yes' : 'no'),
    profile: ({ status }) => (MISSING.includes(status) ? missing : undefined),
    isFirst: true,
  });
}

/** Tells in which order a list comes; the document defines none. */
export function orderOf(list: string, instant: string): Expectation {
  return rule('order', 'a ordem da lista: o documento não define nenhuma', {
    section: 'parametros',
    isNote: true,
    isMet: ({ body }) => order(body, list, instant) !== 'newest_first',
    found: ({ body }) => itemsIn(body, list).map((item) => valueAt(item, instant)),
    copes: 'yes',
    profile: ({ body }) => {
      const listOrder = order(body, list, instant);
      return listOrder && { listOrder };
    },
  });
}

function order(body: unknown, list: string, instant: string): ProfilePart['listOrder'] {
  const times = itemsIn(body, list).map((item) => Date.parse(textIn(item, instant)));
  if (new Set(times).size < 2) return undefined;
  const isRising = times.every((at, index) => index === 0 || at >= (times[index - 1] ?? at));
  if (isRising) return 'oldest_first';
  const isFalling = times.every((at, index) => index === 0 || at <= (times[index - 1] ?? at));
  return isFalling ? 'newest_first' : 'none';
}
