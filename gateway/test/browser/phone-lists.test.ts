import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillMerchant, signInOwner } from '../../tools/page-pictures/merchant-content.ts';
import { fillOperator } from '../../tools/page-pictures/operator-content.ts';
import { drawPictures } from '../../tools/page-pictures/pictures.ts';
import { merchantVisits, operatorVisits, type Visit } from '../../tools/page-pictures/visits.ts';
import {
  assertFitsPhone,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openPage,
  resize,
} from '../support/browser.ts';
import { fillDemo } from '../support/demo.ts';
import { startLiveGateway } from '../support/live.ts';
import { type PanelSession, signInOperator } from '../support/panel.ts';

const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 740 };
const ROWS_MIN = 5;
/** The pages whose first list has rows of two or three lines. */
const SHORT_ROWS: ReadonlySet<string> = new Set([
  ...['transacoes', 'devolucoes', 'clientes', 'links', 'produtos', 'saques', 'saques-em-lote'],
  ...['favorecidos', 'transferencias', 'contestacoes', 'extrato', 'webhooks', 'requisicoes'],
  ...['integracoes', 'equipe', 'auditoria'],
  ...['operador-lojistas', 'operador-cadastros', 'operador-incidentes', 'operador-mensagens'],
  ...['operador-conciliacao', 'operador-recebimentos', 'operador-operadores'],
]);
const live = await startLiveGateway({ after });
const { gateway } = live;
const browser = await openBrowser({ after });
const pictures = await drawPictures(browser);
const demo = await fillDemo(gateway, { after });
const owner = await signInOwner(gateway, demo);
const operator = await signInOperator(gateway);
const ofMerchant = await fillMerchant(gateway, demo, { session: owner, pictures });
const ofOperator = await fillOperator(live, operator, pictures);

interface ShownList {
  readonly caption: string;
  /** Whether the table is still one that scrolls sideways. */
  readonly isWide: boolean;
  /** The rows that there is room for between the first one and the bar, by their mean height. */
  readonly room: number;
  readonly rowHeight: number;
  readonly top: number;
}

const LISTS = `[...document.querySelectorAll('main .data-table')].flatMap((table) => {
  const rows = [...table.tBodies[0].rows].map((row) => row.getBoundingClientRect());
  if (rows.length === 0) return [];
  const box = table.closest('.table-box');
  const bar = document.querySelector('.shell-bar');
  const end = bar ? bar.getBoundingClientRect().top : innerHeight;
  const top = rows[0].top;
  const rowHeight = (rows.at(-1).bottom - top) / rows.length;
  return [{
    caption: table.caption?.textContent ?? table.tHead.rows[0].cells[0].textContent,
    isWide: box.scrollWidth > box.clientWidth,
    room: Math.floor((end - top) / rowHeight),
    rowHeight: Math.round(rowHeight),
    top: Math.round(top),
  }];
})`;

/** Texts that end in the middle of a letter: cut by an element above, without an ellipsis. */
const CUT = `(() => {
  const isClipping = (one) => getComputedStyle(one).overflowX !== 'visible';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (text.data.trim() === '' || !parent.checkVisibility() ||
      parent.closest('.heard-only, .section-tabs, script, style') ||
      parent.closest('.manual :is(.scroll, pre)')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const end = Math.max(...[...range.getClientRects()].map(({ right }) => right));
    for (let above = parent; above && above !== document.body; above = above.parentElement) {
      if (getComputedStyle(above).display === 'inline' || !isClipping(above)) continue;
      const box = above.getBoundingClientRect();
      if (box.width <= 1) break;
      if (end <= box.right + 1) continue;
      let block = parent;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement;
      const hasEllipsis = block === above &&
        getComputedStyle(block).textOverflow === 'ellipsis';
      if (!hasEllipsis) found.push(text.data);
      break;
    }
  }
  return found;
})()`;

const SIDES: readonly { side: string; session: PanelSession; visits: readonly Visit[] }[] = [
  { side: 'merchant', session: owner, visits: merchantVisits(demo, ofMerchant) },
  { side: 'operator', session: operator, visits: operatorVisits(ofOperator) },
];

for (const { side, session, visits } of SIDES) {
  const name = `lists of the ${side} have room for five rows on a phone, and cut no letter`;
  test(name, async () => {
    const page = await openPage(browser, { viewport: PHONE });
    await continueSession(page, gateway.url, session);
    const shown: string[] = [];
    const faults: string[] = [];
    let last: string | undefined;
    for (const { name: of, path, act } of visits) {
      if (act) continue;
      await open(page, path, last);
      last = path;
      await assertFitsWidth(page, of);
      for (const text of await page.evaluate<string[]>(CUT)) faults.push(`${of}: cut: ${text}`);
      const lists = await page.evaluate<ShownList[]>(LISTS);
      if (SHORT_ROWS.has(of) && !((lists[0]?.room ?? 0) >= ROWS_MIN))
        faults.push(`${of}: room for ${lists[0]?.room} rows`);
      for (const list of lists) {
        const { caption, isWide, room, rowHeight, top } = list;
        shown.push(`${of}, ${caption}: ${room} rows of ${rowHeight} px from ${top} px`);
        if (isWide) faults.push(`${of}, ${caption}: scrolls sideways`);
      }
      await assertFitsPhone(page, of);
      await assertNarrowest(page, of, faults);
    }
    process.stdout.write(`lists at 390 x 844:\n${shown.join('\n')}\n`);
    assert.deepEqual(faults, []);
    await page.close();
  });
}

/**
 * Shows a page by the router of the one before, or loads it if that is the same one with another
 * id. A page may have a second heading while a part of it loads.
 */
async function open(page: Page, path: string, last: string | undefined): Promise<void> {
  const kindOf = (of: string) => of.split('/').slice(1, 3).join('/');
  if (last === undefined || kindOf(last) === kindOf(path)) await page.goto(gateway.url + path);
  else {
    const before = await page.locator('h1').first().elementHandle();
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
    await before?.waitForElementState('hidden');
  }
  await page.locator('h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

async function assertNarrowest(page: Page, of: string, faults: string[]): Promise<void> {
  await resize(page, NARROWEST);
  for (const { caption, isWide } of await page.evaluate<ShownList[]>(LISTS))
    if (isWide) faults.push(`${of}, ${caption}: scrolls sideways at 320 px`);
  await resize(page, PHONE);
}
