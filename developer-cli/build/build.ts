import { join } from 'node:path';
import { buildCommand } from './build-command.ts';

/** Builds `dist`, which `npm pack` takes. */
await buildCommand(join(import.meta.dirname, '../dist'));
