import { createHook } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import type { TestContext } from 'node:test';
import * as nodeTest from 'node:test';

/**
 * The functions of `node:test` for the files of a worker: what a file declares becomes part of the
 * file's test, and what a running test declares becomes part of that test. Node itself would find
 * the test by following each promise and each timer of the process with a hook, which took a fifth
 * of the processor time of a gateway's start.
 */
export let test: TestContext['test'];
export let before: TestContext['before'];
export let after: TestContext['after'];
export let beforeEach: TestContext['beforeEach'];
export let afterEach: TestContext['afterEach'];

/** Importers see the new functions. Bound ones leave the place of a test in its own file. */
function declareIn(context: TestContext): void {
  test = context.test.bind(context);
  before = context.before.bind(context);
  after = context.after.bind(context);
  beforeEach = context.beforeEach.bind(context);
  afterEach = context.afterEach.bind(context);
}

/**
 * From now on imports of `node:test` get the functions above. Node fails the worker for an error
 * that no promise or listener handles, and can't say in which test it happened: this writes it.
 */
export function declareByFile(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' && context.parentURL !== import.meta.url
        ? { url: import.meta.url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
  const tell = (error: unknown): void =>
    console.error(`not handled in "${running.map(({ name }) => name).join(' > ')}":`, error);
  process.on('unhandledRejection', tell).on('uncaughtException', tell);
}

/** The test of the file that runs, and in it the test that runs. */
let running: TestContext[] = [];

/** Runs the tests of the file at an address as one test with this title. */
export function testFile(title: string, url: string, timeout: number): Promise<void> {
  return withoutHooks(() =>
    nodeTest.test(title, { timeout }, async (file) => {
      running = [file];
      // The first test may run while the file still declares others.
      let isDeclared = false;
      const declare = () => declareIn((isDeclared && running.at(-1)) || file);
      file.beforeEach((context) => {
        running.push(context as TestContext);
        declare();
      });
      file.afterEach(() => {
        running.pop();
        declare();
      });
      declare();
      await import(url);
      isDeclared = true;
      declare();
    }),
  );
}

/** Calls a function during which no hook of asynchronous resources can be turned on. */
function withoutHooks<Result>(call: () => Result): Result {
  const hooks: ReturnType<typeof createHook> = Object.getPrototypeOf(createHook({}));
  const { enable } = hooks;
  hooks.enable = function () {
    return this;
  };
  try {
    return call();
  } finally {
    hooks.enable = enable;
  }
}
