import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { BankExam } from '../bank-exam.ts';
import { EXAM_OPTIONS, examineBank, WrongExamOption } from './examine-bank.ts';

export const bankExam: BankExam = {
  addOptions: (command) => {
    command.option('--exam', 'examina a API Pix do banco contra o documento do Banco Central');
    for (const [flags, about] of EXAM_OPTIONS) command.option(flags, about);
  },
  run: async (config, options, means) => {
    try {
      const { report, text, isFine } = await examineBank(config, options, means);
      return { json: report, text, exitCode: isFine ? 0 : 1 };
    } catch (error) {
      if (error instanceof WrongExamOption) throw new UsageError(error.message);
      throw error;
    }
  },
};
