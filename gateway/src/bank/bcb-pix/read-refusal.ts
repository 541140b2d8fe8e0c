import { firstCharacters } from '#src/ground/characters.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import type { BankRefusal } from '../outcome.ts';
import { makeRefusal, type RefusalCode } from '../refusal.ts';
import { isObject, textAt } from './json-fields.ts';

/** The error of a bank, read from one of three forms: RFC 7807, Efí's own, OAuth's. */
export interface BankFault {
  /** `CobOperacaoInvalida`, `id_envio_duplicado`, `insufficient_scope`; empty when unnamed. */
  readonly name: string;
  /** Names and reasons for the log, without the values that were sent. */
  readonly words: string;
  /** The invalid properties, such as `cob.valor.original`. */
  readonly properties: readonly string[];
}

/** The codes of the standard's problem names (API Pix 2.10.0, section on errors). */
const STANDARD_NAMES: Readonly<Record<string, RefusalCode>> = {
  AcessoNegado: 'access_denied',
  insufficient_scope: 'access_denied',
  PermanentementeRemovido: 'not_found',
  PixDevolucaoInvalida: 'refund_invalid',
  WebhookOperacaoInvalida: 'callback_invalid',
  webhook_invalido: 'callback_invalid',
  valor_invalido: 'amount_invalid',
};

/** The names by which the standard and Efí say "not found". */
const NOT_FOUND_NAME = /(NaoEncontrad[oa]|_nao_encontrad[oa])$/;
const NOT_FOUND = 404;
const WORDS_LENGTH_MAX = 400;
const NAME = /^[\w.-]{1,60}$/;
const NO_FUNDS = /saldo\s+insuficiente|insufficient\s+(funds|balance)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Reads the body of a 4xx. A body in an unknown form gives an empty name and no words. */
export function readFault(body: JsonObject): BankFault {
  const type = textAt(body, 'type')?.split('/').at(-1);
  const name = type ?? textAt(body, 'nome') ?? textAt(body, 'error') ?? '';
  const violations = Array.isArray(body.violacoes) ? body.violacoes.filter(isObject) : [];
  const words = [
    textAt(body, 'title'),
    textAt(body, 'detail'),
    textAt(body, 'mensagem'),
    textAt(body, 'error_description'),
    ...violations.map((fault) => `${textAt(fault, 'propriedade')}: ${textAt(fault, 'razao')}`),
  ].filter((text) => text !== undefined);
  return {
    name: NAME.test(name) ? name : '',
    words: firstCharacters(words.join('; ').replace(CONTROLS, ' '), WORDS_LENGTH_MAX),
    properties: violations.map((fault) => textAt(fault, 'propriedade') ?? ''),
  };
}

/**
 * Whether a refused search means that the record doesn't exist. A 404 must have a name, because a
 * wrong address answers 404 too. Efí answers a search without result with 400.
 */
export function isNotFound({ name }: BankFault, status: number): boolean {
  return NOT_FOUND_NAME.test(name) || (status === NOT_FOUND && name !== '');
}

/** Our refusal for a bank's error; `dialect` maps names that are not of the standard. */
export function refusalOf(
  fault: BankFault,
  dialect: Readonly<Record<string, RefusalCode>> = {},
): BankRefusal {
  return makeRefusal(codeOf(fault, dialect), `${fault.name} ${fault.words}`.trim());
}

function codeOf(fault: BankFault, dialect: Readonly<Record<string, RefusalCode>>): RefusalCode {
  if (NO_FUNDS.test(fault.words)) return 'insufficient_funds';
  const named = dialect[fault.name] ?? STANDARD_NAMES[fault.name];
  if (named !== undefined) return named;
  if (NOT_FOUND_NAME.test(fault.name)) return 'not_found';
  if (fault.properties.some((property) => /(^|\.)valor\b/.test(property))) return 'amount_invalid';
  if (fault.properties.some((property) => /(^|\.)devedor\b/.test(property))) return 'payer_invalid';
  return 'refused';
}
