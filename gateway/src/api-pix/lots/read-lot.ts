import { randomInt } from 'node:crypto';
import { BATCH_CHARGES_MAX } from '#src/charges/batches/charge-batch.ts';
import type { Lot } from '#src/charges/batches/lots/lot.ts';
import { isLonger } from '#src/ground/characters.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import { Faults, Fields, isObject, type Json } from '../fields/fields.ts';
import { invalidOperation, notFound, type Violation } from '../problems/standard-problem.ts';

const NAME_LENGTH_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 255;
/** Faults of lines in one answer. */
const VIOLATIONS_MAX = 100;
/** The numbers of lots whose id is a text: `loteCobVId` of the document is an int32. */
const FREE_NUMBERS = { from: 1_000_000_000, to: 2_147_483_647 };

/** A charge in the body of a lot: what the lot needs of it is checked. */
export interface LotItem {
  readonly txid: string;
  readonly body: Json;
}

/** The body of a lot. */
export interface LotBody {
  /** Undefined in a revision that names none. */
  readonly description: string | undefined;
  /** Each txid is there once. */
  readonly items: readonly LotItem[];
}

/** @throws {StandardProblem} LoteCobVOperacaoInvalida for a text that can't be the id of a lot */
export function newLotName(id: string): string {
  if (isLotName(id)) return id;
  const razao = `O id do lote deve ter de 1 a ${NAME_LENGTH_MAX} caracteres visíveis.`;
  throw invalidLot([{ razao, propriedade: 'loteCobV.id' }]);
}

/** @throws {StandardProblem} LoteCobVNaoEncontrado for a text that can't be the id of a lot */
export function knownLotName(id: string): string {
  if (isLotName(id)) return id;
  throw notFound('LoteCobV');
}

function isLotName(id: string): boolean {
  return !isLonger(id, NAME_LENGTH_MAX) && id.trim() === id && id !== '' && isVisibleText(id);
}

/** The number of a lot whose id is one, up to 2^53 - 1; undefined for any other id. */
export function numberOfName(name: string): number | undefined {
  const number = Number(name);
  return Number.isSafeInteger(number) && String(number) === name && number >= 0
    ? number
    : undefined;
}

/**
 * The number that a new lot is shown with: its id if that is a number, otherwise any number.
 * @throws {StandardProblem} LoteCobVOperacaoInvalida for digits that can't be shown as they are
 */
export function newLotNumber(name: string): number {
  const number = numberOfName(name);
  if (number !== undefined) return number;
  if (!/^\d+$/.test(name)) return randomInt(FREE_NUMBERS.from, FREE_NUMBERS.to + 1);
  const razao = 'Um id só de dígitos vai até 9007199254740991 e não começa com zero.';
  throw invalidLot([{ razao, propriedade: 'loteCobV.id', valor: name }]);
}

/** The refusal of a lot whose id is the number of another lot. */
export function numberInUse({ name, number }: Pick<Lot, 'name' | 'number'>) {
  const razao = `O número ${number} já é o do lote "${name}": escolha outro id.`;
  return invalidLot([{ razao, propriedade: 'loteCobV.id', valor: String(number) }]);
}

/**
 * Reads the body of a new lot, or of one that a PUT sends again.
 * @throws {StandardProblem} LoteCobVOperacaoInvalida
 */
export function readLot(body: unknown): LotBody & { readonly description: string } {
  const faults = new Faults('loteCobV');
  const { cobsv } = objectOf(body);
  const fields = new Fields(body, { path: '', faults });
  const description = fields.text('descricao', { max: DESCRIPTION_LENGTH_MAX, isRequired: true });
  if (!Array.isArray(cobsv) || cobsv.length === 0 || cobsv.length > BATCH_CHARGES_MAX) {
    const count = BATCH_CHARGES_MAX.toLocaleString('pt-BR');
    faults.add('cobsV', `Informe uma lista de 1 a ${count} cobranças.`);
  }
  const items = readItems(Array.isArray(cobsv) ? cobsv : [], faults);
  refuse(faults);
  if (description === undefined) throw new Error('a fault was not refused');
  return { description, items };
}

/**
 * Reads the body of a revision: a part of the charges, or another description.
 * @throws {StandardProblem} LoteCobVOperacaoInvalida
 */
export function readLotRevision(body: unknown): LotBody {
  const faults = new Faults('loteCobV');
  const { cobsv } = objectOf(body);
  const fields = new Fields(body, { path: '', faults, isRevision: true });
  const description = fields.text('descricao', { max: DESCRIPTION_LENGTH_MAX });
  const isList = Array.isArray(cobsv) && cobsv.length <= BATCH_CHARGES_MAX;
  if (cobsv !== undefined && !isList) {
    faults.add('cobsV', 'Informe uma lista de cobranças do lote.');
  }
  const items = isList ? readItems(cobsv, faults) : [];
  refuse(faults);
  return { description, items };
}

function objectOf(body: unknown): Json {
  if (isObject(body)) return body;
  throw invalidLot([{ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'loteCobV' }]);
}

function readItems(cobsv: readonly unknown[], faults: Faults): LotItem[] {
  const seen = new Set<string>();
  return cobsv.slice(0, BATCH_CHARGES_MAX).flatMap((item, line): LotItem[] => {
    const path = `cobsV[${line}]`;
    if (!isObject(item)) {
      faults.add(path, 'Cada cobrança do lote deve ser um objeto JSON.');
      return [];
    }
    const { txid } = item;
    if (typeof txid !== 'string' || !isTxid(txid)) {
      faults.add(`${path}.txid`, 'O txid deve ter de 26 a 35 letras e dígitos.', txid);
      return [];
    }
    if (seen.has(txid)) faults.add(`${path}.txid`, 'Este txid já está no lote.', txid);
    seen.add(txid);
    return [{ txid, body: item }];
  });
}

function refuse({ violations }: Faults): void {
  if (violations.length > 0) throw invalidLot(violations);
}

/** A request for a lot that breaks rules; the first 100 violations are named. */
export function invalidLot(violations: readonly Violation[]) {
  const detail =
    'A requisição que busca alterar ou criar um lote de cobranças com vencimento não respeita o ' +
    'schema ou está semanticamente errada.';
  return invalidOperation('LoteCobV', detail, violations.slice(0, VIOLATIONS_MAX));
}

/** The violation of a line of the request. */
export function lineViolation(line: number, razao: string, valor: string): Violation {
  return { razao, propriedade: `loteCobV.cobsV[${line}].txid`, valor };
}
