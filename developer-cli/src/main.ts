import { CommanderError } from 'commander';
import { ended } from './commands/command.ts';
import { EXIT } from './failure.ts';
import { reportFailure } from './output.ts';
import { buildProgram } from './program.ts';

// The reader of the output has seen enough: `pix events list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.unexpected);
});

try {
  await buildProgram().parseAsync(process.argv);
  process.exitCode = ended.exitCode;
} catch (error) {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else process.exitCode = reportFailure(error, ended.isJson);
}
