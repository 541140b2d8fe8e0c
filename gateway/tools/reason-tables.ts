import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReasonKind } from '#src/subscriptions/reasons/reason.ts';
import { PIX_AUTOMATIC_REASONS } from '#src/subscriptions/reasons/reasons.ts';

export const REASON_PAGE = join(import.meta.dirname, '../../docs/guia/assinaturas-por-api.md');

const KINDS: readonly ReasonKind[] = [
  'authorization_rejected',
  'authorization_canceled',
  'cycle_rejected',
  'cycle_canceled',
];
const TABLES = /^\| código \| motivo \|.*\n(?:\|.*\n)*/gm;

/** The guide's page with its four tables of the codes of Pix Automático made anew. */
export function withReasonTables(page: string): string {
  const kinds = KINDS.values();
  return page.replaceAll(TABLES, () => {
    const { value } = kinds.next();
    return value ? tableOf(value) : '';
  });
}

function tableOf(kind: ReasonKind): string {
  // Only a refused attempt can leave the cycle open.
  const canRetry = kind === 'cycle_rejected';
  const head = `| código | motivo | o que fazer |${canRetry ? ' nova tentativa |' : ''}\n`;
  const rule = `|---|---|---|${canRetry ? '---|' : ''}\n`;
  const rows = PIX_AUTOMATIC_REASONS.filter((one) => one.kind === kind).map(
    ({ code, reason, remedy, endsCycle }) =>
      `| \`${code}\` | ${reason['pt-BR']} | ${remedy['pt-BR']} |` +
      `${canRetry ? ` ${endsCycle ? 'não' : 'sim'} |` : ''}\n`,
  );
  return head + rule + rows.join('');
}

if (import.meta.main) {
  writeFileSync(REASON_PAGE, withReasonTables(readFileSync(REASON_PAGE, 'utf8')));
}
