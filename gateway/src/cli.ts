#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { useFastImports } from './ground/fast-imports.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
useFastImports();
const [{ runCommand }, { systemClock: clock }] = await Promise.all([
  import('./host/cli/run-command.ts'),
  import('./ground/clock.ts'),
]);
const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runCommand(argv.slice(2), env, { clock, stdin, stdout, stderr });
// The command ends even if a server that it asked doesn't close a connection.
setTimeout(() => process.exit(), 1_000).unref();
