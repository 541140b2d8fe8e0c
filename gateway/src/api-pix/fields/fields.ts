import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { firstCharacters, isLonger } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX, type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import type { Violation } from '../problems/standard-problem.ts';

const VALUE = /^\d{1,10}\.\d{2}$/;
const DIGITS = /^\d{1,16}$/;
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;
const SHOWN_VALUE_MAX = 200;
const LINE_BREAKS = /[\n\r\t]/g;
const NULL = 'Este campo não pode ser null: para não o alterar, não o envie.';

export type Json = Readonly<Record<string, unknown>>;

/** The faults of a body, with the path of each field. */
export class Faults {
  readonly violations: Violation[] = [];
  readonly prefix: string;

  /** @param prefix the object of the standard that the body is: `cob` */
  constructor(prefix: string) {
    this.prefix = prefix;
  }

  add(path: string, razao: string, value?: unknown): void {
    // A body that is no object has no fields, whose absence would be told too.
    if (this.violations[0]?.propriedade === this.prefix) return;
    const propriedade = path === '' ? this.prefix : `${this.prefix}.${path}`;
    const valor = shownValue(value);
    this.violations.push({ razao, propriedade, ...(valor !== undefined && { valor }) });
  }

  /** Whether a field, or a part of it, has a fault. */
  has(path: string): boolean {
    const name = `${this.prefix}.${path}`;
    return this.violations.some(
      ({ propriedade }) => propriedade === name || propriedade.startsWith(`${name}.`),
    );
  }
}

/** A value as a fault repeats it; undefined for one that isn't shown. */
export function shownValue(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return firstCharacters(String(value).toWellFormed(), SHOWN_VALUE_MAX);
}

/** How an object of a body is read. */
export interface ReadAs {
  /** The path in the body; empty for the body itself. */
  readonly path: string;
  readonly faults: Faults;
  /** Whether what is missing stays. Null is a fault then, except where it removes a field. */
  readonly isRevision?: boolean;
}

/** A field that must be there. */
interface Requirement {
  readonly isRequired?: boolean;
}

interface IntegerRule {
  readonly min: number;
  readonly max: number;
  /** The fault of a value that is none. */
  readonly rule: string;
}

/**
 * The fields of an object of a body. A reader returns undefined for a field that isn't there; of a
 * field that can't be read it adds a fault too. A body with faults is refused before its values are
 * used, so undefined means "not sent" and nothing else.
 */
export class Fields {
  readonly #json: Json;
  readonly #path: string;
  readonly #faults: Faults;
  readonly #isRevision: boolean;

  /** A body, or an object in it, that is none has a fault and no fields. */
  constructor(json: unknown, { path, faults, isRevision = false }: ReadAs) {
    this.#path = path;
    this.#faults = faults;
    this.#isRevision = isRevision;
    this.#json = isObject(json) ? json : {};
    if (isObject(json)) return;
    const { prefix } = faults;
    if (path === '') faults.add('', 'O corpo deve ser um objeto JSON.');
    else faults.add(path, `O objeto ${prefix}.${path} não respeita o schema.`, json);
  }

  /** Adds a fault of a field, or of the object itself. */
  refuse(name: string, razao: string, value?: unknown): void {
    this.#faults.add(this.#pathOf(name), razao, value);
  }

  /** Adds a fault for each field that is not there, or an empty text. */
  require(...names: readonly string[]): void {
    for (const name of names) {
      const path = this.#pathOf(name);
      if ((this.raw(name) ?? '') !== '' || this.#faults.has(path)) continue;
      this.refuse(name, `O campo ${this.#faults.prefix}.${path} é obrigatório.`);
    }
  }

  /** The value of a field as it was sent; undefined for null and for a field that isn't there. */
  raw(name: string): unknown {
    const value = this.#json[name] ?? undefined;
    const isRefused = this.#json[name] === null && this.#isRevision;
    if (isRefused && !this.#faults.has(this.#pathOf(name))) this.refuse(name, NULL);
    return value;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  isEmptyList(name: string): boolean {
    const value = this.#json[name];
    return Array.isArray(value) && value.length === 0;
  }

  /** Reads a field that null removes in a revision. */
  removable<Value>(name: string, read: () => Value): Value | null {
    return this.#isRevision && this.#json[name] === null ? null : read();
  }

  /** An object whose fields a revision changes one by one. */
  object(name: string, { isRequired = false }: Requirement = {}): Fields | undefined {
    return this.#object(name, { isRequired, isRevision: this.#isRevision });
  }

  /** An object that a revision replaces: null in it means "not sent". */
  whole(name: string, { isRequired = false }: Requirement = {}): Fields | undefined {
    return this.#object(name, { isRequired, isRevision: false });
  }

  /** The objects of a list. */
  list(name: string, { max, rule }: { readonly max: number; readonly rule: string }) {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length <= max) {
      return value.map((item: unknown, index) => {
        const path = `${this.#pathOf(name)}[${index}]`;
        return new Fields(item, { path, faults: this.#faults });
      });
    }
    this.refuse(name, rule);
    return undefined;
  }

  /** A text within a number of characters, without outer spaces. An empty one is not there. */
  text(
    name: string,
    { max, isRequired = false }: Requirement & { readonly max: number },
  ): string | undefined {
    const value = this.raw(name);
    const text = typeof value === 'string' ? value.trim() : undefined;
    if (isText(text, max) && text !== '') return text;
    const isMissing = value === undefined || text === '';
    const isFault = isMissing ? isRequired && !this.#faults.has(this.#pathOf(name)) : true;
    if (isFault) this.refuse(name, `Informe um texto de até ${max} caracteres visíveis.`, value);
    return undefined;
  }

  /** A text that must be there, and may be empty. */
  anyText(name: string, max: number): string {
    if (!this.has(name)) this.require(name);
    return this.text(name, { max }) ?? '';
  }

  /** A text that null removes, and an empty text too. */
  removableText(name: string, max: number): string | null | undefined {
    const isEmpty = this.#json[name] === '';
    return this.removable(name, () => (isEmpty ? null : this.text(name, { max })));
  }

  /** An amount in reais, such as `10.00`, as centavos; more than zero unless it may be zero. */
  amount(
    name: string,
    { isRequired = false, mayBeZero = false }: Requirement & { readonly mayBeZero?: boolean } = {},
  ): Centavos | undefined {
    const value = this.raw(name);
    if (value === undefined && !isRequired) return undefined;
    const isValue = typeof value === 'string' && VALUE.test(value);
    const amount = isValue ? BigInt(value.replace('.', '')) : -1n;
    if (amount >= (mayBeZero ? 0n : 1n) && amount <= AMOUNT_CENTAVOS_MAX) return centavos(amount);
    const limit = mayBeZero ? '' : ' maior que zero,';
    this.refuse(
      name,
      `Informe um valor${limit} em reais, com ponto e dois decimais: "10.00".`,
      value,
    );
    return undefined;
  }

  /** A whole number, which the document writes as a number and as a text. */
  integer(
    name: string,
    { min, max, rule, isRequired = false }: Requirement & IntegerRule,
  ): number | undefined {
    const value = this.raw(name);
    if (value === undefined && !isRequired) return undefined;
    const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
    const isInteger = typeof number === 'number' && Number.isSafeInteger(number);
    if (isInteger && number >= min && number <= max) return number;
    this.refuse(name, rule, value);
    return undefined;
  }

  /** A day of the calendar, such as `2026-11-20`. */
  day(name: string, { isRequired = false }: Requirement = {}): string | undefined {
    const value = this.raw(name);
    if (value === undefined && !isRequired) return undefined;
    const isDay = typeof value === 'string' && DAY.test(value);
    if (isDay && startOfBrazilianDay(value) !== undefined) return value;
    this.refuse(name, 'Informe um dia do calendário, como 2026-11-20.', value);
    return undefined;
  }

  /** The digits of `cpf` or `cnpj`, of which the object has exactly one. */
  document(environment: Environment): string | undefined {
    // Many serialisers send an empty text, or null, for the other one.
    const sent = (['cpf', 'cnpj'] as const).filter((name) => (this.#json[name] ?? '') !== '');
    const [name] = sent;
    if (name === undefined || sent.length > 1) {
      this.refuse('', 'Informe cpf ou cnpj, e só um deles.');
      return undefined;
    }
    const value = this.#json[name];
    const parse = name === 'cpf' ? parseCpf : parseCnpj;
    const rules = { checkDigits: environment === 'live' };
    const document = typeof value === 'string' ? parse(value, rules) : undefined;
    if (!document) this.refuse(name, `Informe um ${name.toUpperCase()} válido.`, value);
    return document?.digits;
  }

  /** The document that an object names, unchecked; undefined without one. */
  anyDocument(): string | undefined {
    const document = [this.#json.cpf, this.#json.cnpj].find((value) => (value ?? '') !== '');
    return document === undefined ? undefined : String(document);
  }

  /** Whether a field besides one was sent with a value. */
  hasOthersThan(name: string): boolean {
    const { [name]: _, ...others } = this.#json;
    return Object.values(others).some((value) => value !== undefined && value !== null);
  }

  #object(
    name: string,
    { isRequired, isRevision }: { readonly isRequired: boolean; readonly isRevision: boolean },
  ): Fields | undefined {
    const value = this.raw(name);
    if (value === undefined && !isRequired) return undefined;
    const fields = new Fields(value, {
      path: this.#pathOf(name),
      faults: this.#faults,
      isRevision,
    });
    return isObject(value) ? fields : undefined;
  }

  #pathOf(name: string): string {
    return [this.#path, name].filter((part) => part !== '').join('.');
  }
}

/** Whether a text has up to some characters, visible ones or line breaks. */
export function isText(text: string | undefined, max: number): text is string {
  return (
    text !== undefined && !isLonger(text, max) && isVisibleText(text.replace(LINE_BREAKS, ' '))
  );
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
