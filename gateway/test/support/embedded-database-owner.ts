import { startEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';

// A process that owns an embedded database and that tests kill. Its one argument is the folder.
// It writes one line, the connection string or the error, and stops when its input ends.
const [, , dataDir = ''] = process.argv;
try {
  const database = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: true });
  process.stdout.write(`${database.ownerConnectionString}\n`);
  process.stdin.resume().once('end', () => database.stop());
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`);
  process.exitCode = 1;
}
