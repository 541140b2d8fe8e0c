import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionOf, eventKinds } from '#src/webhooks/webhook-event.ts';

const EVENT_PAGE = join(import.meta.dirname, '../../docs/guia/webhooks.md');

const TABLE = /^\| evento \| quando \|.*\n(?:\|.*\n)*/m;
/** What `data` of an event is. */
const DATA = {
  charge: 'a cobrança',
  payout: 'o saque',
  split: 'a parte',
  dispute: 'a contestação',
  adjustment: 'o ajuste',
  subscription: 'a assinatura',
  cycle: 'a cobrança do ciclo',
  test: 'o webhook testado',
};

/** The guide's page with its table of events made anew. */
export function withEventTable(page: string): string {
  const rows = eventKinds.map((kind) => {
    const { summary, data } = descriptionOf(kind);
    return `| \`${kind}\` | ${summary} | ${DATA[data]} |\n`;
  });
  return page.replace(
    TABLE,
    () => `| evento | quando | \`data\` |\n|---|---|---|\n${rows.join('')}`,
  );
}

if (import.meta.main) {
  writeFileSync(EVENT_PAGE, withEventTable(readFileSync(EVENT_PAGE, 'utf8')));
}
