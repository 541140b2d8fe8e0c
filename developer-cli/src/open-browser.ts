import { spawn } from 'node:child_process';

/** By platform: the program that opens an address, and the words before it. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. False when there is no program for it. */
export function openBrowser(url: string): Promise<boolean> {
  const [program = 'xdg-open', ...words] = OPENERS[process.platform] ?? [];
  return new Promise((resolve) => {
    const opener = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
