import { useFastImports } from '../src/ground/fast-imports.ts';

// Loaded by `node --import` before the first file of a worker of tests.
useFastImports();
