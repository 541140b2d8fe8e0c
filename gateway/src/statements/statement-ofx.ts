import { centavos, centavosToDecimal } from '#src/money/centavos.ts';
import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { labelOfKind } from './entry-labels.ts';
import type { Period, ScopeAccount, Stretch } from './read-statement.ts';
import type { StatementEntry } from './read-subjects.ts';

const ZONE = '[-3:BRT]';
/** At most 9 characters (OFX 2.2, BANKID). */
const BANK_ID = 'PIXGATEWY';
/** The longest NAME and MEMO (OFX 2.2, 11.4.4.1). */
const NAME_LENGTH_MAX = 32;
const MEMO_LENGTH_MAX = 255;
/** Together with the digits of the id and two letters: at most 22 characters (OFX 2.2, ACCTID). */
const ACCOUNT_NAME_LENGTH = 11;
const ACCOUNT_DIGITS = 8;

export interface OfxFacts {
  readonly account: ScopeAccount;
  readonly username: string;
  readonly period: Period;
  readonly stretch: Stretch;
  readonly now: number;
}

/**
 * A statement in OFX 2.2 (XML), which GnuCash and accounting programs open. Pure ASCII, since some
 * read its character set differently. A transaction's id is its number in the account, so that
 * importing twice books once.
 */
export async function* statementOfx(
  facts: OfxFacts,
  pages: AsyncIterable<StatementEntry[]>,
): AsyncGenerator<string> {
  yield beginning(facts);
  for await (const rows of pages) {
    yield rows.map((row) => transaction(facts.account.account, row)).join('');
  }
  yield ending(facts);
}

function beginning({ account, username, period, now }: OfxFacts): string {
  return lines(
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    '<OFX>',
    '<SIGNONMSGSRSV1><SONRS>',
    '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>',
    element('DTSERVER', ofxTime(now)) + element('LANGUAGE', 'POR'),
    '</SONRS></SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1><STMTTRNRS>',
    element('TRNUID', '1'),
    '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>',
    '<STMTRS>',
    element('CURDEF', 'BRL'),
    '<BANKACCTFROM>',
    element('BANKID', BANK_ID),
    element('ACCTID', accountId(account, username)),
    element('ACCTTYPE', 'CHECKING'),
    '</BANKACCTFROM>',
    '<BANKTRANLIST>',
    element('DTSTART', ofxTime(period.from)) + element('DTEND', ofxTime(period.until - 1)),
  );
}

/** A merchant's account of one environment: the same in every file, and nobody else's. */
function accountId({ merchantId, environment, account }: ScopeAccount, username: string): string {
  const digits = merchantId.replaceAll('-', '').slice(-ACCOUNT_DIGITS);
  const scope = environment === 'live' ? 'P' : 'T';
  const kind = account === 'available' ? 'D' : 'R';
  return `${username.slice(0, ACCOUNT_NAME_LENGTH)}-${digits}${scope}${kind}`;
}

function transaction(account: string, row: StatementEntry): string {
  const { subject } = row;
  const isCredit = row.amount_centavos > 0n;
  const name = subject?.name ? ascii(subject.name).slice(0, NAME_LENGTH_MAX).trim() : '';
  return lines(
    '<STMTTRN>',
    element('TRNTYPE', isCredit ? 'CREDIT' : 'DEBIT'),
    element('DTPOSTED', ofxTime(row.created_at)),
    element('TRNAMT', ofxAmount(row.amount_centavos)),
    element('FITID', `${account}-${row.sequence}`),
    element('REFNUM', row.reference_id.replaceAll('-', '')),
    ...(name === '' ? [] : [element('NAME', name)]),
    element('MEMO', memoOf(row)),
    '</STMTTRN>',
  );
}

/** What it was, who and their document, the merchant's reference, the payment's EndToEndId. */
function memoOf({ kind, subject }: StatementEntry): string {
  const document = subject?.document ? formatTaxId(subject.document) : null;
  const endToEndId = subject?.end_to_end_id ?? null;
  // What is short comes first: a long reference is what is cut.
  const parts = [labelOfKind(kind), endToEndId, subject?.name, document, subject?.external_id];
  const memo = parts.filter((part) => part !== null && part !== undefined).join(' | ');
  return ascii(memo).slice(0, MEMO_LENGTH_MAX).trim();
}

function ending({ period, stretch, now }: OfxFacts): string {
  const asOf = Math.min(period.until - 1, now);
  return lines(
    '</BANKTRANLIST>',
    '<LEDGERBAL>',
    element('BALAMT', ofxAmount(stretch.closing)) + element('DTASOF', ofxTime(asOf)),
    '</LEDGERBAL>',
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1>',
    '</OFX>',
  );
}

function element(tag: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${tag}>${escaped}</${tag}>`;
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
