import type { CommanderError } from 'commander';
import { Failure, type LOCAL_CODES } from './failure.ts';

const CODES: Readonly<Record<string, keyof typeof LOCAL_CODES>> = {
  'commander.unknownCommand': 'unknown_command',
  'commander.unknownOption': 'unknown_option',
  'commander.missingArgument': 'missing_argument',
  'commander.optionMissingArgument': 'missing_argument',
  'commander.missingMandatoryOptionValue': 'missing_argument',
  'commander.invalidArgument': 'invalid_argument',
  'commander.excessArguments': 'too_many_arguments',
};

/** A wrong command, option or argument as a failure, for programs that read JSON. */
export function wrongUse({ code, message }: CommanderError): Failure {
  const text = message.replace(/^erro: /, '').replace('(outputHelp)', 'falta o comando');
  return new Failure('usage', text, { code: CODES[code] ?? 'invalid_usage' });
}
