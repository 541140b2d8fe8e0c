import type { Command } from 'commander';
import { type CommandHost, runIn } from '#src/ground/commands/session.ts';
import type { CommandParts } from '#src/room.ts';
import { loadParts, ROOMS } from '#src/rooms.ts';
import { PortugueseCommand } from './portuguese-command.ts';

/** The functions of higher rooms that commands use. */
const COMMAND_PARTS: CommandParts = {
  tellPayers: async () => (await import('../option-parts.ts')).tellPayersOf(ROOMS),
  volumeReads: () => import('#src/charges/daily-totals/read-volumes.ts'),
  correctionCommands: async () =>
    (await import('#src/money-out/commands/correction-commands.ts')).addCorrectionCommands,
  liveKeyCheck: async () => {
    const { openingsOf } = await import('../option-parts.ts');
    const { liveKeyCheck } = await openingsOf(
      ROOMS.filter(({ name }) => name === 'webhooks/exams'),
    );
    return liveKeyCheck ?? (() => undefined);
  },
  bankExam: async () => (await loadParts(ROOMS, ({ bankExam }) => bankExam))[0],
};

/** The commands of the first level in the order of their names, and the function that adds them. */
const GROUPS = ROOMS.flatMap(({ commands = [] }) => commands).toSorted(([a], [b]) =>
  a < b ? -1 : 1,
);

/**
 * Builds the operator's commands. They run the same functions as the API, on the same database.
 * Parsing a wrong call prints the error and the help of its command, and throws CommanderError.
 * @param words the words of a call: only the files of its command are loaded. Default: all files.
 * @param host what the commands use; a program without one can show its help.
 */
export async function buildProgram(
  words: readonly string[] = [],
  host?: CommandHost,
): Promise<Command> {
  const program = new PortugueseCommand('pix-gateway')
    .description('comandos do operador do pix-gateway')
    .option('--json', 'responde em JSON')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .showHelpAfterError()
    .exitOverride();
  if (host) {
    const { stdout, stderr } = host;
    program.configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });
    runIn(host, program);
  }
  const command = words.find((word) => !word.startsWith('-'));
  const called = GROUPS.filter(([names]) => names.split(' ').includes(command ?? ''));
  // Without a known command the help or the error names all of them.
  const groups = called.length > 0 ? called : GROUPS;
  const loaded = await Promise.all(groups.map(([, load]) => load(COMMAND_PARTS)));
  for (const addCommands of loaded) addCommands(program);
  return program;
}
