#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { useFastImports } from './ground/fast-imports.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
useFastImports();
const { runCli } = await import('./host/cli/run-cli.ts');
await runCli(process.env);
