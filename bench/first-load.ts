import type { Browser, CDPSession, Page } from 'playwright-core';

/** A phone on slow 4G, as Lighthouse measures it: 1.6 Mbit/s, 150 ms, a processor 4× slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const RUNS = 5;
const QUIET_MS = 3_000;
const TIMEOUT_MS = 60_000;
const LONG_TASK_MS = 50;
const KIB = 1_024;

export const LCP_LIMIT_MS = 2_000;
export const BLOCKING_LIMIT_MS = 200;

/** What one load of a page took: milliseconds, requests and KiB over the network. */
export interface FirstLoad {
  readonly lcp: number;
  /** The part of all tasks beyond 50 ms, from the navigation until the page is quiet. */
  readonly blocking: number;
  readonly shift: number;
  readonly element: string;
  readonly requests: number;
  readonly kib: number;
  readonly scriptKib: number;
}

// Runs in the page before its own scripts.
const OBSERVE = `(() => {
  const seen = (window.__seen = { lcp: 0, element: '', blocking: 0, shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.lcp = entry.startTime;
      seen.element = (entry.element?.tagName ?? '') + ' ' + (entry.element?.textContent ?? '').slice(0, 40);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocking += entry.duration - ${LONG_TASK_MS};
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

/** Loads an address several times with an empty cache; returns the median of each figure. */
export async function measureFirstLoad(
  browser: Browser,
  address: string,
  cookie?: string,
): Promise<FirstLoad> {
  const loads: FirstLoad[] = [];
  for (let run = 0; run < RUNS; run += 1) loads.push(await loadOnce(browser, address, cookie));
  const middle = (pick: (load: FirstLoad) => number): number =>
    loads.map(pick).toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
  return {
    lcp: middle(({ lcp }) => lcp),
    blocking: middle(({ blocking }) => blocking),
    shift: middle(({ shift }) => shift),
    element: loads[0]?.element ?? '',
    requests: middle(({ requests }) => requests),
    kib: middle(({ kib }) => kib),
    scriptKib: middle(({ scriptKib }) => scriptKib),
  };
}

async function loadOnce(browser: Browser, address: string, cookie?: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  if (cookie) await context.addCookies(cookiesOf(cookie, address));
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const traffic = await countTraffic(devTools);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVE);
  await page.goto(address, { timeout: TIMEOUT_MS });
  // No look at the page before it is quiet: a search for an element takes its processor too.
  while (performance.now() - traffic.lastAt() < QUIET_MS) await page.waitForTimeout(QUIET_MS);
  const seen =
    await page.evaluate<Pick<FirstLoad, 'lcp' | 'blocking' | 'shift' | 'element'>>('window.__seen');
  await assertLoaded(page, address);
  await context.close();
  return { ...seen, ...traffic.counts() };
}

async function assertLoaded(page: Page, address: string): Promise<void> {
  const headings = await page.getByRole('heading', { level: 1 }).count();
  const skeletons = await page.locator('.mantine-Skeleton-root').count();
  if (headings === 0 || skeletons > 0) throw new Error(`${address} is not loaded`);
}

/**
 * Counts requests and bytes as they go over the network: compressed, with their headers. Says when
 * the last one began or ended.
 */
async function countTraffic(devTools: CDPSession) {
  const kinds = new Map<string, string>();
  let [requests, bytes, scriptBytes, lastAt] = [0, 0, 0, performance.now()];
  devTools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    kinds.set(requestId, type ?? '');
    requests += 1;
    lastAt = performance.now();
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    lastAt = performance.now();
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  return {
    lastAt: () => lastAt,
    counts: () => ({ requests, kib: bytes / KIB, scriptKib: scriptBytes / KIB }),
  };
}

function cookiesOf(cookie: string, address: string) {
  const { hostname } = new URL(address);
  return cookie.split('; ').map((one) => {
    const [name = '', value = ''] = one.split(/=(.*)/s);
    return { name, value, domain: hostname, path: '/' };
  });
}

/** A row of the table that `npm run bench:panel` prints. */
export function rowOf(what: string, load: FirstLoad): Record<string, string | number> {
  return {
    page: what,
    'LCP ms': Math.round(load.lcp),
    'blocking ms': Math.round(load.blocking),
    'layout shift': load.shift.toFixed(3),
    requests: load.requests,
    KiB: Math.round(load.kib),
    'scripts KiB': Math.round(load.scriptKib),
    'largest element': load.element,
  };
}
