import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import {
  EXAM_OPTIONS,
  type ExamCommandOptions,
  examineBank,
  WrongExamOption,
} from '../../../gateway/src/bank/exam/examine-bank.ts';
import type { BankConfig } from '../../../gateway/src/ground/config/bank-config.ts';
import { readBankConfig } from '../../../gateway/src/ground/config/read-bank-config.ts';
import { EXIT, Failure } from '../failure.ts';
import { addCommand, type Context } from './command.ts';

export function addExamBank(program: Command): void {
  addCommand<ExamCommandOptions>(program, {
    name: 'exam-bank',
    summary: 'Examina a API Pix de um banco contra o documento do Banco Central',
    words: [['<arquivo>', 'as variáveis PROVIDER_… do banco, uma por linha, como no gateway']],
    options: EXAM_OPTIONS.map(([flags, about]) => ({ flags, about })),
    examples: [
      ['pix exam-bank banco.env', 'só lê: nada é criado no banco'],
      ['pix exam-bank banco.env --levels charges,due', 'cria cobranças e as cancela'],
      ['pix exam-bank banco.env --levels refunds', 'pede que alguém pague R$ 0,01, e devolve'],
    ],
    notes:
      'Nada é cobrado sem pergunta: quem paga o centavo é quem está no terminal. O relatório\n' +
      'não traz segredos nem dados de pessoas. Sai com 6 se o gateway não aceita algum desvio.',
    isOffline: true,
    run: examine,
  });
}

async function examine(
  { output }: Context,
  options: ExamCommandOptions,
  file = '',
): Promise<number> {
  const config = await readConfig(file);
  try {
    const { note } = output;
    const { report, text, isFine } = await examineBank(config, options, { now: Date.now, note });
    output.result(report, text);
    return isFine ? EXIT.ok : EXIT.checkFailed;
  } catch (error) {
    if (error instanceof WrongExamOption) throw new Failure('usage', error.message);
    throw error;
  }
}

/** The bank of a file of variables, read as the gateway reads its `.env`. Throws a Failure. */
async function readConfig(file: string): Promise<BankConfig> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure('usage', `não foi possível ler o arquivo ${file}`);
  });
  // The exam registers no address of a gateway.
  const unused = { PROVIDER: 'api-pix', PROVIDER_CALLBACK_SECRET: 'x'.repeat(24) };
  const environment = { ...unused, ...parseEnv(text) };
  const config = readBankConfig(environment, (message) => new Failure('usage', message));
  if (config === undefined) throw new Failure('usage', 'PROVIDER está vazia');
  return config;
}
