import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules');
const PINNED_NODE = /^node-(bin-)?(linux|darwin|win)-/;

// The package of the pinned Node carries C headers (67 MB) for building native add-ons. No package
// here is built from C, so the install drops them.
for (const name of await readdir(MODULES)) {
  if (PINNED_NODE.test(name)) {
    await rm(join(MODULES, name, 'include'), { recursive: true, force: true });
  }
}
