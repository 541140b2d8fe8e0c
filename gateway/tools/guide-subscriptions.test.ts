import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { intervals } from '#src/subscriptions/cycle-days.ts';
import { PIX_AUTOMATIC_REASONS } from '#src/subscriptions/reasons/reasons.ts';
import { cycleStatuses, journeys, subscriptionStatuses } from '#src/subscriptions/subscription.ts';
import { codesOf, tablesOf } from './markdown.ts';
import { REASON_PAGE, withReasonTables } from './reason-tables.ts';

const page = readFileSync(REASON_PAGE, 'utf8');
const overview = readFileSync(join(REASON_PAGE, '../assinaturas.md'), 'utf8');

/** The codes in the first column of the table with this head. */
function listed(text: string, head: string): readonly string[] {
  const table = tablesOf(text).find((one) => one.head[0] === head);
  return table?.rows.map(([cell = '']) => codesOf(cell)[0] ?? '') ?? [];
}

test('the guide explains every code of Pix Automático as the code does', () => {
  const hint = 'a reason has changed: run `npm run -s docs:reasons` and commit the page';
  assert.equal(page, withReasonTables(page), hint);
  const tables = tablesOf(page).filter(({ head }) => head[0] === 'código');
  assert.equal(tables.flatMap(({ rows }) => rows).length, PIX_AUTOMATIC_REASONS.length);
});

test('the guide lists every state of a subscription and of a cycle, each interval and journey', () => {
  assert.deepEqual(listed(page, '`status`'), [...subscriptionStatuses]);
  assert.deepEqual([...listed(page, '`status` do ciclo')].sort(), [...cycleStatuses].sort());
  for (const interval of intervals) assert.ok(page.includes(`\`${interval}\``), interval);
  for (const journey of journeys) assert.ok(overview.includes(`(\`${journey}\`)`), journey);
});
