import { spawn } from 'node:child_process';

/** By platform: the program that opens an address, and the words before it. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
/** A program that runs longer has opened the address; some last as long as the browser. */
const FAILS_WITHIN_MS = 2_000;

/** Opens an address in the browser. False when there is no program for it, or when it fails. */
export function openBrowser(url: string): Promise<boolean> {
  const [program = 'xdg-open', ...words] = OPENERS[process.platform] ?? [];
  return new Promise((resolve) => {
    const opener = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    opener.once('error', () => {
      clearTimeout(timer);
      resolve(false);
    });
    opener.once('exit', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode === 0);
    });
    opener.unref();
  });
}
