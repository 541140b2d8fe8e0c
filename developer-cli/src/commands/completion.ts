import type { Command } from 'commander';
import { eventKinds } from '../../../gateway/src/webhooks/webhook-event.ts';
import { EXIT, Failure } from '../failure.ts';
import { addCommand } from './command.ts';

export function addCompletion(program: Command): void {
  addCommand(program, {
    name: 'completion',
    summary: 'Escreve o script que completa comandos no shell',
    words: [['<shell>', 'bash, zsh ou fish']],
    examples: [
      ['source <(pix completion bash)', 'no ~/.bashrc'],
      ['source <(pix completion zsh)', 'no ~/.zshrc'],
      ['pix completion fish | source', 'no config.fish'],
    ],
    isOffline: true,
    run: async ({ output }, _options, shell = '') => {
      const script = SCRIPTS[shell]?.(wordsOf(program));
      if (script === undefined) throw new Failure('usage', `"${shell}": use bash, zsh ou fish`);
      output.result({ script }, script);
      return EXIT.ok;
    },
  });
}

/** The words that may follow a command, by its path: "" is `pix` itself. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(command: Command, path = ''): Words {
  const below = command.commands.map((subcommand) => subcommand.name());
  const options = command.options.map(({ long }) => long ?? '');
  const kinds = path === 'trigger' ? eventKinds : [];
  const words = new Map<string, readonly string[]>([
    [path, [...below, ...kinds, ...options, '--help']],
  ]);
  for (const subcommand of command.commands) {
    for (const [name, list] of wordsOf(subcommand, `${path} ${subcommand.name()}`.trim()))
      words.set(name, list);
  }
  return words;
}

const SCRIPTS: Readonly<Record<string, (words: Words) => string>> = {
  bash: bashScript,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(words)}`,
  fish: (words) =>
    [...words]
      .map(([path, list]) => {
        const used =
          path === '' ? '__fish_use_subcommand' : `"__fish_seen_subcommand_from ${path}"`;
        return `complete -c pix -f -n ${used} -a "${list.join(' ')}"`;
      })
      .join('\n'),
};

function bashScript(words: Words): string {
  const cases = [...words].map(([path, list]) => `    '${path}') words='${list.join(' ')}' ;;`);
  return `_pix() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    if [ -z "$path" ]; then path="$word"; elif [ "$path" = events ]; then path="events $word"; fi
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pix pix`;
}
