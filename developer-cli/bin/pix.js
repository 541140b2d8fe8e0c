#!/usr/bin/env node
// JavaScript, because Node runs no TypeScript out of node_modules. A clone has the sources; the
// package has them built into one file.
import { existsSync } from 'node:fs';

const sources = new URL('../src/main.ts', import.meta.url);
const built = new URL('../dist/pix.js', import.meta.url);
const canRunSources = process.features.typescript !== undefined && process.features.typescript;

if (existsSync(sources) && canRunSources) await import(sources.href);
else if (existsSync(built)) await import(built.href);
else {
  process.stderr.write(
    'erro: este Node não executa TypeScript. Use "npx pix" ou "npm run pix --" na pasta do projeto.\n',
  );
  process.exitCode = 2;
}
