import { join } from 'node:path';
import { buildSdk } from './build-sdk.ts';

/** Builds `dist`, which `npm pack` takes. */
buildSdk(join(import.meta.dirname, '../dist'));
