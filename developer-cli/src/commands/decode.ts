import type { Command } from 'commander';
import { firstLine } from '../ask.ts';
import { type ExplainedCode, type ExplainedField, explainBrCode } from '../explain-br-code.ts';
import { EXIT, Failure } from '../failure.ts';
import { harmless, paint } from '../output.ts';
import { describePayload } from '../payloads/payload-content.ts';
import {
  type CodePayload,
  type PayloadSubject,
  readCodePayload,
} from '../payloads/read-code-payload.ts';
import { describeRecurrence } from '../payloads/recurrence-content.ts';
import { addCommand, type Context } from './command.ts';

const KINDS = {
  static: 'BR Code estático: a chave está no código',
  dynamic: 'BR Code dinâmico: a cobrança está no banco',
  recurrence: 'BR Code do Pix Automático: só autoriza cobranças recorrentes',
  unknown: 'Não é um BR Code do Pix',
};
const DESCRIPTIONS = { charge: describePayload, recurrence: describeRecurrence };
const NAME_WIDTH = 32;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CITY = /^\d{7}$/;

interface DecodeOptions {
  readonly fetch?: boolean;
  readonly day?: string;
  readonly city?: string;
}

export function addDecode(program: Command): void {
  addCommand<DecodeOptions>(program, {
    name: 'decode',
    summary: 'Explica um código copia e cola campo por campo e confere o CRC',
    words: [['[código]', 'o código; sem ele, ou com -, é lido da entrada padrão']],
    options: [
      { flags: '--fetch', about: 'lê o que está nos endereços do código e confere a assinatura' },
      {
        flags: '--day <dia>',
        about: 'com --fetch: o valor neste dia, como 2026-12-10',
        parse: parseForm(DAY, 'um dia como 2026-12-10'),
      },
      {
        flags: '--city <código>',
        about: 'com --fetch: o município do pagador, pelo código do IBGE',
        parse: parseForm(CITY, 'um código do IBGE de 7 dígitos'),
      },
    ],
    examples: [
      ["pix decode '00020101021226…63049B45'", 'entre aspas: o código pode ter espaços'],
      ['pix charge 5 --no-wait --json | jq -r .qrcode | pix decode', 'da entrada padrão'],
      ["pix decode --fetch --day 2026-12-20 '00020101021226…'", 'quanto custa nesse dia'],
    ],
    notes:
      'Sem --fetch nada sai da sua máquina. Com --fetch só são lidos os endereços do código,\n' +
      'o da cobrança e o da recorrência do Pix Automático, por https e sem as suas chaves.',
    isOffline: true,
    run: decode,
  });
}

function parseForm(form: RegExp, words: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new Failure('usage', `"${text}" não é ${words}`);
  };
}

async function decode(context: Context, options: DecodeOptions, given = '-'): Promise<number> {
  const { output } = context;
  if (!options.fetch && (options.day !== undefined || options.city !== undefined)) {
    throw new Failure('usage', '--day e --city precisam de --fetch');
  }
  const code = given === '-' ? await firstLine() : given.trim();
  if (code === '') throw new Failure('usage', 'informe o código');
  const explained = explainBrCode(code);
  const { faults } = explained;
  if (options.fetch && faults.length === 0) return fetchPayloads(context, explained, options);
  output.result({ ...explained, valid: faults.length === 0 }, textOf(explained));
  return faults.length === 0 ? EXIT.ok : EXIT.checkFailed;
}

/** Reads the charge and the recurrence that the code points to. */
async function fetchPayloads(
  { output }: Context,
  explained: ExplainedCode,
  { day, city }: DecodeOptions,
): Promise<number> {
  const { location, recurrence } = explained;
  if (location === null && recurrence === null) {
    throw new Failure('usage', 'um código estático não tem endereço');
  }
  if (location === null && (day !== undefined || city !== undefined)) {
    throw new Failure(
      'usage',
      '--day e --city são do valor de uma cobrança, e este código não aponta para nenhuma',
    );
  }
  const read = (subject: PayloadSubject, address: string | undefined, request = {}) =>
    address === undefined
      ? undefined
      : readCodePayload(
          { subject, location: address, gatewayUrl: process.env.PIX_URL, ...request },
          { now: Date.now() },
        );
  const [charge, authorized] = await Promise.all([
    read('charge', location ?? undefined, { day, city }),
    read('recurrence', recurrence?.location),
  ]);
  const found = { charge, recurrence: authorized };
  const isValid = [charge, authorized].every((one) => one?.checks.every(({ ok }) => ok) ?? true);
  const result = {
    ...explained,
    valid: isValid,
    ...factsOf(charge),
    recurrence: recurrence && { ...recurrence, ...factsOf(authorized) },
  };
  output.result(result, payloadsText(explained, found));
  return isValid ? EXIT.ok : EXIT.checkFailed;
}

type FoundPayloads = Readonly<Record<PayloadSubject, CodePayload | undefined>>;

function factsOf(read: CodePayload | undefined): object {
  return {
    url: read?.url ?? null,
    checks: read?.checks ?? [],
    payload: read?.payload ?? null,
  };
}

function payloadsText(explained: ExplainedCode, found: FoundPayloads): string {
  const parts = (['charge', 'recurrence'] as const).flatMap((subject) => {
    const read = found[subject];
    return read === undefined ? [] : ['', ...payloadLines(subject, read)];
  });
  return [textOf(explained), ...parts].join('\n');
}

function payloadLines(subject: PayloadSubject, { url, checks, payload }: CodePayload): string[] {
  const facts = payload === undefined ? [] : DESCRIPTIONS[subject](payload);
  const lines = facts.map(([name, value]) => `${name.padEnd(NAME_WIDTH)} ${harmless(value)}`);
  const results = checks.map(
    ({ ok, message }) => `${ok ? paint('green', '✓') : paint('red', '✗')} ${harmless(message)}`,
  );
  return [paint('bold', harmless(url)), ...lines, '', ...results];
}

function textOf({ kind, recurrence, fields, crc, faults, hints }: ExplainedCode): string {
  const verdict =
    faults.length === 0
      ? [`${paint('green', '✓')} bem formado; CRC ${crc.computed} confere`]
      : faults.map((fault) => `${paint('red', '✗')} ${harmless(fault)}`);
  const notes = hints.map((hint) => `${paint('yellow', '!')} ${harmless(hint)}`);
  const journey = recurrence === null ? [] : [`Pix Automático, ${recurrence.meaning}`];
  const head = [paint('bold', KINDS[kind]), ...journey, ...linesOf(fields, '')];
  return [...head, '', ...verdict, ...notes].join('\n');
}

function linesOf(fields: readonly ExplainedField[], indent: string): string[] {
  return fields.flatMap(({ id, name, value, meaning, fields: inner }) => {
    const head = `${indent}${id}  ${name.padEnd(NAME_WIDTH - indent.length)}`;
    if (inner) return [head.trimEnd(), ...linesOf(inner, `${indent}    `)];
    const told = meaning === undefined ? '' : paint('dim', `  (${harmless(meaning)})`);
    return [`${head} ${harmless(value)}${told}`];
  });
}
