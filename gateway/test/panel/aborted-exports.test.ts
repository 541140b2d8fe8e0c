import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readClosing } from '#src/reports/statements/closing/read-closing.ts';
import { dayCsv } from '#src/reports/statements/movements/movement-csv.ts';
import { findMovementRange } from '#src/reports/statements/movements/read-movements.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const PAGES = 2_000;
const gateway = await startGateway({ after });
const { merchant } = await createMerchantWithKeys(gateway);

/** Many pages of movements; says how many were read when the reading ended. */
function manyPages() {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  async function* pages() {
    let count = 0;
    try {
      for (; count < PAGES; count += 1) {
        await nextTurn();
        yield [];
      }
    } finally {
      resolve(count);
    }
  }
  return { pages: pages(), ended };
}

/** Begins to read a file and goes away. */
async function abort(content: AsyncGenerator<string>): Promise<void> {
  const file = Readable.from(content);
  file.resume();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  file.destroy();
}

test('the totals of days are read no further when their reader has gone', async () => {
  const { pages, ended } = manyPages();
  await abort(dayCsv(pages, 0n, 'pt-BR'));
  assert.ok((await ended) < PAGES);
});

test('a closing is read no further when its reader has gone', async () => {
  const { database, clock } = gateway.appContext;
  const { merchantId } = merchant;
  const account = { merchantId, environment: 'test', account: 'available' } as const;
  const period = { from: 0, until: clock.now() };
  const range = await findMovementRange(database, account, period);
  const { pages, ended } = manyPages();
  const closing = readClosing(database, {
    account,
    period,
    range,
    pages,
    merchant,
    productName: 'x',
    now: clock.now(),
    format: 'pdf',
    language: 'pt-BR',
    days: { from: '', to: '' },
  });
  await closing.next();
  await abort(closing);
  assert.ok((await ended) < PAGES);
});
