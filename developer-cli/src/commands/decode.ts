import type { Command } from 'commander';
import { firstLine } from '../ask.ts';
import { type ExplainedCode, type ExplainedField, explainBrCode } from '../explain-br-code.ts';
import { EXIT, Failure } from '../failure.ts';
import { harmless, paint } from '../output.ts';
import { addCommand, type Context } from './command.ts';

const KINDS = {
  static: 'BR Code estático: a chave está no código',
  dynamic: 'BR Code dinâmico: a cobrança está no banco',
  unknown: 'Não é um BR Code do Pix',
};
const NAME_WIDTH = 32;

export function addDecode(program: Command): void {
  addCommand(program, {
    name: 'decode',
    summary: 'Explica um código copia e cola campo por campo e confere o CRC',
    words: [['[código]', 'o código; sem ele, ou com -, é lido da entrada padrão']],
    examples: [
      ["pix decode '00020101021226…63049B45'", 'entre aspas: o código pode ter espaços'],
      ['pix charge 5 --no-wait --json | jq -r .qrcode | pix decode', 'da entrada padrão'],
    ],
    notes: 'Nada sai da sua máquina.',
    isOffline: true,
    run: decode,
  });
}

async function decode({ output }: Context, _options: object, given = '-'): Promise<number> {
  const code = given === '-' ? await firstLine() : given.trim();
  if (code === '') throw new Failure('usage', 'informe o código');
  const explained = explainBrCode(code);
  const { faults } = explained;
  output.result({ ...explained, valid: faults.length === 0 }, textOf(explained));
  return faults.length === 0 ? EXIT.ok : EXIT.checkFailed;
}

function textOf({ kind, fields, crc, faults }: ExplainedCode): string {
  const verdict =
    faults.length === 0
      ? [`${paint('green', '✓')} bem formado; CRC ${crc.computed} confere`]
      : faults.map((fault) => `${paint('red', '✗')} ${harmless(fault)}`);
  return [paint('bold', KINDS[kind]), ...linesOf(fields, ''), '', ...verdict].join('\n');
}

function linesOf(fields: readonly ExplainedField[], indent: string): string[] {
  return fields.flatMap(({ id, name, value, meaning, fields: inner }) => {
    const head = `${indent}${id}  ${name.padEnd(NAME_WIDTH - indent.length)}`;
    if (inner) return [head.trimEnd(), ...linesOf(inner, `${indent}    `)];
    const told = meaning === undefined ? '' : paint('dim', `  (${harmless(meaning)})`);
    return [`${head} ${harmless(value)}${told}`];
  });
}
