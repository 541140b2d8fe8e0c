import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const HOSTS_PATH = '/etc/hosts';
const READ_AGAIN_AFTER_MS = 10_000;
/** RFC 6761, section 6.3: these names are the machine itself, even if the file lacks them. */
const LOCALHOST = /(^|\.)localhost$/;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Makes the function that returns the addresses which the machine itself gives to a name: by its
 * hosts file, or because the name is `localhost`. Name servers are not asked. The file is read
 * again after ten seconds; it is a page or less, so it is read at once and not on the thread pool.
 */
export function createLocalNames(path = HOSTS_PATH): (name: string) => readonly string[] {
  let addresses = new Map<string, string[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (name) => {
    const now = performance.now();
    if (now - readAt > READ_AGAIN_AFTER_MS) {
      readAt = now;
      addresses = parseHosts(readText(path));
    }
    return addresses.get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : []);
  };
}

function parseHosts(text: string): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const known = byName.get(name.toLowerCase()) ?? [];
      if (!known.includes(address)) byName.set(name.toLowerCase(), [...known, address]);
    }
  }
  return byName;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
