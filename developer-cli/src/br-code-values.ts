import { parsePixKey, pixKeyTypes } from '../../gateway/src/ground/pix/pix-key.ts';
import { parseTaxId } from '../../gateway/src/ground/pix/tax-id.ts';

/** The faults of a value, and allowed values that may surprise. */
export interface Findings {
  readonly faults: readonly string[];
  readonly hints: readonly string[];
}

const NONE: Findings = { faults: [], hints: [] };
/** EMV QRCPS 4.7.4: digits, and one point, which may end the value. */
const AMOUNT = /^\d{1,13}(?:\.\d{0,2})?$/;
const AMOUNT_LENGTH_MAX = 13;
const TXID = /^(?:\*\*\*|[a-zA-Z0-9]{1,25})$/;
/** As the example of the Central Bank's manual has it. */
const TXID_WITH_HYPHENS = /^[a-zA-Z0-9-]{1,25}$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** A host with a dot or a port, or this machine, and a path. */
const LOCATION =
  /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost|[a-z0-9.-]+(?=:))(?::\d{1,5})?\/[!-~]+$/i;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0]/gu;
const PLAIN_RULES = { checkDigits: true };

/** The rules of EMV QRCPS and of the Central Bank's manual for the fields that aren't templates. */
const RULES: Readonly<Record<string, readonly [form: RegExp, rule: string]>> = {
  '00': [/^01$/, 'a versão (00) deve ser 01'],
  '01': [/^1[12]$/, 'o uso (01) deve ser 11 ou 12'],
  '52': [/^\d{4}$/, 'a categoria (52) deve ter 4 dígitos, como 0000'],
  '53': [/^986$/, 'a moeda (53) deve ser 986, o real'],
  '58': [/^BR$/, 'o país (58) deve ser BR'],
  '59': [/^.{1,25}$/su, 'o nome do recebedor (59) deve ter de 1 a 25 caracteres'],
  '60': [/^.{1,15}$/su, 'a cidade do recebedor (60) deve ter de 1 a 15 caracteres'],
};

/** Checks the value of a field of a code that is not a template. */
export function checkValue(id: string, value: string): Findings {
  const rule = RULES[id];
  if (rule && !rule[0].test(value)) return fault(`${rule[1]}, e não ${JSON.stringify(value)}`);
  if (id !== '54' || centavosOf(value) !== undefined) return NONE;
  return fault(
    'o valor (54) deve ter só dígitos e um ponto, com até 2 casas e 13 caracteres, como 10.50, ' +
      `e não ${JSON.stringify(value)}`,
  );
}

/** The amount of field 54 in centavos; undefined for a text that is no amount. */
export function centavosOf(value: string): number | undefined {
  if (value.length > AMOUNT_LENGTH_MAX || !AMOUNT.test(value)) return undefined;
  const [reais = '', rest = ''] = value.split('.');
  return Number(`${reais}${rest.padEnd(2, '0')}`);
}

/** Checks a txid (62-05). */
export function checkTxid(txid: string): Findings {
  if (TXID.test(txid)) return NONE;
  if (TXID_WITH_HYPHENS.test(txid)) {
    return {
      faults: [],
      hints: ['o txid (05) tem hífen: alguns bancos aceitam só letras e dígitos'],
    };
  }
  const given = `${JSON.stringify(txid)} (${txid.length} caracteres)`;
  return fault(
    `o txid (05) deve ter até 25 letras sem acento e dígitos, ou ser ***, e não ${given}`,
  );
}

/** The kind of a key in the form of the DICT; undefined for any other text. */
export function keyKindOf(key: string): (typeof pixKeyTypes)[number] | undefined {
  return pixKeyTypes.find((kind) => parsePixKey(key, kind, PLAIN_RULES) === key);
}

/** Checks a Pix key (01): banks look it up in the DICT as it is written. */
export function checkKey(key: string): Findings {
  if (keyKindOf(key) !== undefined) return NONE;
  const digits = key.replace(/\D/g, '');
  // Eleven digits are a phone only if they begin as a mobile phone does.
  if (digits === key && key.length === 11 && key[2] !== '9') {
    return fault(`a chave "${key}" não é um CPF: os dígitos verificadores não conferem`);
  }
  const meant = pixKeyTypes.flatMap((kind) => parsePixKey(key, kind, PLAIN_RULES) ?? [])[0];
  if (meant !== undefined) {
    return fault(`a chave ${JSON.stringify(key)} não está na forma do DICT: ${meant}`);
  }
  const isTaxId = parseTaxId(key, { checkDigits: false }) !== undefined;
  const why = isTaxId ? 'não é um CPF ou CNPJ válido' : 'não tem a forma de nenhum tipo de chave';
  return fault(`a chave ${JSON.stringify(key)} ${why}`);
}

/** Checks the address of a charge or a recurrence (25), which has no scheme. */
export function checkLocation(location: string): Findings {
  const [, scheme] = SCHEME.exec(location) ?? [];
  if (scheme !== undefined) {
    return fault(`o endereço (25) deve vir sem ${scheme}://, porque os apps o acrescentam`);
  }
  if (isLocation(location)) return NONE;
  return fault('o endereço (25) não é como banco.com.br/qr/v2/123, com servidor e caminho');
}

/** Whether an app can read a location: it has a host and a path, and no scheme. */
export function isLocation(location: string): boolean {
  return LOCATION.test(location);
}

/** The characters of a code that can't be seen, each with its position and its number. */
export function hiddenFaults(code: string): readonly string[] {
  return [...code.matchAll(HIDDEN)].map(({ 0: character, index }) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `na posição ${index + 1} há um caractere que não se vê: U+${number}`;
  });
}

function fault(message: string): Findings {
  return { faults: [message], hints: [] };
}
