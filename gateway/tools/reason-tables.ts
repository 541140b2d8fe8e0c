import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brazilianDate } from '#src/ground/brazilian-days.ts';
import { API_PIX_VERSIONS } from '#src/ground/pix/api-pix-versions.ts';
import type { PixAutomaticReason, ReasonKind } from '#src/subscriptions/reasons/reason.ts';
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
    (one) =>
      `| \`${one.code}\` | ${one.reason['pt-BR']}${versionOf(one)} | ${one.remedy['pt-BR']} |` +
      `${canRetry ? ` ${one.endsCycle ? 'não' : 'sim'} |` : ''}\n`,
  );
  return head + rule + rows.join('');
}

/** A sentence for a code that is new or deprecated in the Central Bank's document. */
function versionOf({ since, deprecatedSince }: PixAutomaticReason): string {
  const version = since ?? deprecatedSince;
  if (version === undefined) return '';
  const day = brazilianDate(API_PIX_VERSIONS[version].firstDay);
  const words = since ? 'Código novo da' : 'Código em desuso desde a';
  return ` ${words} versão ${version} da API Pix, de ${day}.`;
}

if (import.meta.main) {
  writeFileSync(REASON_PAGE, withReasonTables(readFileSync(REASON_PAGE, 'utf8')));
}
