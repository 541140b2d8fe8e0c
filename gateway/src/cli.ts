#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { useFastImports } from './platform/fast-imports.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
useFastImports();
const { runCli } = await import('./cli/run-cli.ts');
await runCli();
