import { Command, Help } from 'commander';

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
};

/** By commander's code: a pattern of its message, and the Portuguese replacement. */
const MESSAGES: Readonly<Record<string, readonly [RegExp, string]>> = {
  'commander.missingArgument': [/^missing required argument (.+)$/, 'falta o argumento $1'],
  'commander.optionMissingArgument': [
    /^option (.+) argument missing$/,
    'a opção $1 precisa de um valor',
  ],
  'commander.missingMandatoryOptionValue': [
    /^required option (.+) not specified$/,
    'falta a opção obrigatória $1',
  ],
  'commander.unknownOption': [/^unknown option/, 'opção desconhecida:'],
  'commander.unknownCommand': [/^unknown command/, 'comando desconhecido:'],
  'commander.excessArguments': [
    /^too many arguments.*\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    'argumentos demais: esperados $1, recebidos $2: $3',
  ],
  // The messages of UsageError already name the value and the expected form.
  'commander.invalidArgument': [/^.*? is invalid(?: for argument '.*?')?\. /s, ''],
};

/** A command whose help and errors are in Portuguese, as its descriptions are. */
export class PortugueseCommand extends Command {
  override createCommand(name?: string): PortugueseCommand {
    return new PortugueseCommand(name);
  }

  override createHelp(): Help {
    return new PortugueseHelp();
  }

  /** Prints the message with the help of this command. Throws CommanderError. */
  override error(message: string, options?: { exitCode?: number; code?: string }): never {
    const [form, words] = MESSAGES[options?.code ?? ''] ?? [/^/, ''];
    const translated = message
      .replace(/^error: /, '')
      .replace(form, words)
      .replace(/\(Did you mean (one of )?(.+)\?\)$/, '(Você quis dizer $2?)');
    return super.error(`erro: ${translated}`, options);
  }
}

class PortugueseHelp extends Help {
  override styleTitle(title: string): string {
    return TITLES[title] ?? title;
  }

  override commandUsage(command: Command): string {
    return translateUsage(super.commandUsage(command));
  }

  override subcommandTerm(command: Command): string {
    return translateUsage(super.subcommandTerm(command));
  }

  override optionDescription(option: Parameters<Help['optionDescription']>[0]): string {
    return super.optionDescription(option).replace('(default: ', '(padrão: ');
  }
}

function translateUsage(usage: string): string {
  return usage.replace('[options]', '[opções]').replace('[command]', '[comando]');
}
