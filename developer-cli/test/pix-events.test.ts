import { after } from 'node:test';
import { openWorld } from './world.ts';

await openWorld({ after });
// In one module, so that all stories are declared before the first one ends.
await import('./stories/of-pix-events.ts');
