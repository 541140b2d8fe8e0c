import { CommanderError } from 'commander';
import { ended } from './commands/command.ts';
import { EXIT } from './failure.ts';
import { reportFailure } from './output.ts';
import { buildProgram } from './program.ts';
import { wrongUse } from './wrong-use.ts';

// The reader of the output has seen enough: `pix events list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.unexpected);
});

// A wrong command has no options yet: what stands before `--` says what it writes.
const words = process.argv.slice(2);
const end = words.indexOf('--');
const isJson = words.slice(0, end === -1 ? words.length : end).includes('--json');

try {
  await buildProgram(isJson).parseAsync(process.argv);
  process.exitCode = ended.exitCode;
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error, isJson);
  else if (error.exitCode === 0) process.exitCode = EXIT.ok;
  else process.exitCode = isJson ? reportFailure(wrongUse(error), true) : EXIT.usage;
}
