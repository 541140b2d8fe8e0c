import { centavos, centavosToDecimal } from '#src/money/centavos.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { wordsOfKind } from './entry-words.ts';
import type { BookAccount, Period, StatementRow, Stretch } from './read-statement.ts';

const ZONE = '[-3:BRT]';

export interface OfxFacts {
  readonly account: BookAccount;
  readonly username: string;
  readonly period: Period;
  readonly stretch: Stretch;
  readonly now: number;
}

/**
 * A statement in OFX 1.0.2 (SGML): what GnuCash and Brazilian accounting programs open. Pure ASCII,
 * since their reading of its character sets differs. A transaction's id is its number in the
 * account, so that importing twice books once.
 */
export async function* statementOfx(
  facts: OfxFacts,
  pages: AsyncIterable<StatementRow[]>,
): AsyncGenerator<string> {
  yield beginning(facts);
  for await (const rows of pages) {
    yield rows.map((row) => transaction(facts.account.account, row)).join('');
  }
  yield ending(facts);
}

function beginning({ account, username, period, now }: OfxFacts): string {
  return lines(
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'SECURITY:NONE',
    'ENCODING:USASCII',
    'CHARSET:1252',
    'COMPRESSION:NONE',
    'OLDFILEUID:NONE',
    'NEWFILEUID:NONE',
    '',
    '<OFX>',
    '<SIGNONMSGSRSV1><SONRS>',
    '<STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    `<DTSERVER>${ofxTime(now)}<LANGUAGE>POR`,
    '</SONRS></SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1><STMTTRNRS>',
    '<TRNUID>1',
    '<STATUS><CODE>0<SEVERITY>INFO</STATUS>',
    '<STMTRS>',
    '<CURDEF>BRL',
    '<BANKACCTFROM><BANKID>pix-gateway',
    `<ACCTID>${username}-${account.environment}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    '<BANKTRANLIST>',
    `<DTSTART>${ofxTime(period.from)}<DTEND>${ofxTime(period.until - 1)}`,
  );
}

function transaction(account: string, row: StatementRow): string {
  const isCredit = row.amount_centavos > 0n;
  return lines(
    '<STMTTRN>',
    `<TRNTYPE>${isCredit ? 'CREDIT' : 'DEBIT'}`,
    `<DTPOSTED>${ofxTime(row.created_at)}`,
    `<TRNAMT>${ofxAmount(row.amount_centavos)}`,
    `<FITID>${account}-${row.sequence}`,
    `<CHECKNUM>${row.sequence}`,
    `<MEMO>${ascii(wordsOfKind(row.kind))} ${row.reference_id}`,
    '</STMTTRN>',
  );
}

function ending({ period, stretch, now }: OfxFacts): string {
  const asOf = Math.min(period.until - 1, now);
  return lines(
    '</BANKTRANLIST>',
    `<LEDGERBAL><BALAMT>${ofxAmount(stretch.closing)}<DTASOF>${ofxTime(asOf)}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1>',
    '</OFX>',
  );
}

function lines(...texts: string[]): string {
  return `${texts.join('\r\n')}\r\n`;
}

function ofxAmount(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  return sign + centavosToDecimal(centavos(amount < 0n ? -amount : amount));
}

/** `20261120093000[-3:BRT]`. */
function ofxTime(atMs: number): string {
  const [, day, month, year, hour, minute, second] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(brazilianTime(atMs)) ?? [];
  return `${year}${month}${day}${hour}${minute}${second}${ZONE}`;
}

function ascii(text: string): string {
  return text.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '');
}
