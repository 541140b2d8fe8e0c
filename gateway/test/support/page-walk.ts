import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { focusedName } from './keyboard.ts';

/** A page may move this much: a shift of 0.1 is what Chromium's makers call good. */
const SHIFT_MAX = 0.05;
/** Frames without a change after which a page is complete. */
const CALM_FRAMES = 10;
/** A field for a day takes several presses of Tab. */
const PRESSES_MAX = 5;

/**
 * Sums the layout shifts of a page, and gives it its answers one at a time, the newest first, each
 * some frames after the one before: so each part that pushes others is seen.
 */
const OBSERVE = `(() => {
  window.shifts = [];
  const nameOf = (node) => node?.className ?? node?.textContent ?? 'gone';
  const note = (list) => shifts.push(...list.map(({ value, sources }) =>
    ({ value, moved: sources.map(({ node }) => nameOf(node)).join(', ') })));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.allShifts = () => { note(observer.takeRecords()); return shifts; };
  const waiting = [];
  let open = 0, frames = 0, calm = 0;
  const fetchNow = window.fetch;
  window.fetch = async (...request) => {
    open += 1;
    try {
      const answer = await fetchNow(...request);
      await new Promise((give) => waiting.push(give));
      return answer;
    } finally {
      open -= 1;
    }
  };
  const isComplete = () => open === 0 && document.querySelector('h1') !== null &&
    document.querySelector('.awaited, .mantine-Skeleton-root') === null &&
    (document.querySelector('.shell') === null ||
      document.querySelector('.shell-header [aria-haspopup=menu]') !== null);
  window.isCalm = () => calm > ${CALM_FRAMES};
  const frame = () => {
    frames += 1;
    if (frames % 3 === 0) waiting.pop()?.();
    calm = isComplete() ? calm + 1 : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

const CALM = `new Promise((done) => {
  const look = () => isCalm() ? done() : requestAnimationFrame(look);
  look();
})`;

/** Lists what Tab must reach, in order, and how each looks without the focus. */
const LIST = `(() => {
  const place = document.getElementById('content') ?? document.body;
  const all = [...place.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')];
  const isOfGroup = (one) => one.type !== 'radio' || one.checked ||
    !all.some((other) => other.name === one.name && other.checked);
  window.stops = all.filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') &&
    one.type !== 'hidden' && one.checkVisibility({ visibilityProperty: true }) && isOfGroup(one));
  const partsOf = (one) => [[one], [one, '::after'], [one.nextElementSibling], [one.parentElement],
    [one.closest('label')], [one.firstElementChild]];
  const lookOf = (one) => JSON.stringify(partsOf(one).map(([part, pseudo]) => {
    if (!part) return null;
    const { outline, boxShadow, borderColor } = getComputedStyle(part, pseudo);
    return [outline, boxShadow, borderColor];
  }));
  const looks = stops.map(lookOf);
  window.stop = () => {
    const one = document.activeElement;
    const index = stops.indexOf(one);
    return { index, isIn: place.contains(one) && one !== place && one !== document.body,
      isSeen: index === -1 || lookOf(one) !== looks[index] };
  };
  return stops.map((one) => one.outerHTML.slice(0, 120));
})()`;

interface Stop {
  readonly index: number;
  readonly isIn: boolean;
  readonly isSeen: boolean;
}

/** Prepares a page for the two checks below. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(OBSERVE);
}

/** Opens an address and fails if its parts push others while they come. */
export async function assertComesSteadily(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(CALM);
  const shifts = await page.evaluate<{ value: number; moved: string }[]>('allShifts()');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  assert.ok(sum <= SHIFT_MAX, `${address} moves by ${sum}: ${JSON.stringify(shifts)}`);
}

/** The first Tab after a load is the link to the content, and Enter there leads to it. */
export async function assertBeginsWithSkipLink(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab');
  assert.equal(await focusedName(page), 'Pular para o conteúdo', name);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate<string>('document.activeElement.id'), 'content', name);
}

/**
 * Presses Tab through the content of a page: each element that acts is reached, in the order of the
 * page and with a visible focus, and Tab leaves the content at its end.
 */
export async function assertTabWalksThrough(page: Page, name: string): Promise<void> {
  const expected = await page.evaluate<string[]>(LIST);
  const reached: number[] = [];
  for (let press = 0; press <= expected.length * PRESSES_MAX + PRESSES_MAX; press += 1) {
    await page.keyboard.press('Tab');
    const { index, isIn, isSeen } = await page.evaluate<Stop>('stop()');
    if (!isIn) {
      const missed = expected.filter((_, place) => !reached.includes(place));
      assert.deepEqual(missed, [], `${name}: Tab doesn't reach them`);
      assert.deepEqual(
        reached,
        reached.toSorted((one, other) => one - other),
        name,
      );
      return;
    }
    assert.ok(isSeen, `${name}: the focus is not seen at ${expected[index]}`);
    if (index !== -1 && reached.at(-1) !== index) reached.push(index);
  }
  assert.fail(`${name}: Tab doesn't leave the content`);
}
