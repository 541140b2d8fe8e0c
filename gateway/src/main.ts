import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './ground/config/config-reader.ts';
import { useFastImports } from './ground/fast-imports.ts';

/** The environment that this process was started with. */
const given = { ...process.env };

/** The environment and the file `.env`; the environment stands above the file. */
function readEnvironment(): Environment {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return { ...file, ...given };
}

/** Starts the roles of the configuration, and stops gracefully on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  useFastImports();
  // The primary gives the whole environment to its processes.
  if (cluster.isWorker) {
    const { runHttpProcess } = await import('./host/run-http-process.ts');
    return runHttpProcess(given);
  }
  // Libraries read some variables themselves.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { runGateway } = await import('./host/run-gateway.ts');
  return runGateway(readEnvironment);
}

main().catch((error: unknown) => {
  const isConfigError = error instanceof Error && error.name === 'ConfigError';
  process.stderr.write(`pix-gateway: ${isConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
