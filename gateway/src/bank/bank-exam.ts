import type { Command } from 'commander';
import type { Answer } from '#src/ground/commands/answer.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';

/** The exam of a bank's API Pix as an option of a command. A gateway may be without it. */
export interface BankExam {
  /** Adds `--exam` and its options to a command. */
  readonly addOptions: (command: Command) => void;
  /** Examines the bank with the options of the command. Throws UsageError for a wrong one. */
  readonly run: (config: BankConfig, options: object, means: ExamMeans) => Promise<Answer>;
}

export interface ExamMeans {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Tells the person at the terminal how far the exam is. */
  readonly note: (line: string) => void;
}
