import { centavos, centavosToDecimal } from '#src/money/centavos.ts';
import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { labelOfKind } from './entry-labels.ts';
import type {
  EntryRange,
  Period,
  ScopeAccount,
  StatementAccount,
  StatementEntry,
} from './statement.ts';

const ZONE = '[-3:BRT]';
/** At most 9 characters (OFX 2.2, BANKID). */
const BANK_ID = 'PIXGATEWY';
/** The longest NAME and MEMO (OFX 2.2, 11.4.4.1). */
const NAME_LENGTH_MAX = 32;
const MEMO_LENGTH_MAX = 255;
/** Together with the digits of the id and two letters: at most 22 characters (OFX 2.2, ACCTID). */
const ACCOUNT_NAME_LENGTH = 11;
const ACCOUNT_DIGITS = 8;
/** The last letter of an account's id. */
const ACCOUNT_LETTERS: Readonly<Record<StatementAccount, string>> = {
  available: 'D',
  reserved: 'R',
  blocked: 'B',
  pending_settlement: 'L',
  debt: 'V',
};

/** The head and foot of an OFX file. `now` in milliseconds. */
export interface OfxFacts {
  readonly account: ScopeAccount;
  readonly username: string;
  readonly period: Period;
  readonly range: EntryRange;
  readonly now: number;
}

/**
 * A statement in OFX 2.2 (XML), which GnuCash and accounting programs open. It is ASCII, because
 * programs differ in the character sets that they read. The id of a transaction is its number in
 * the account, so that a second import adds nothing.
 */
export async function* statementOfx(
  facts: OfxFacts,
  pages: AsyncIterable<StatementEntry[]>,
): AsyncGenerator<string> {
  yield beginning(facts);
  for await (const entries of pages) {
    yield entries.map((entry) => transaction(facts.account.account, entry)).join('');
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

/** The id of an account: the same in every file, and unlike those of other merchants. */
function accountId({ merchantId, environment, account }: ScopeAccount, username: string): string {
  const digits = merchantId.replaceAll('-', '').slice(-ACCOUNT_DIGITS);
  const scope = environment === 'live' ? 'P' : 'T';
  const name = username.slice(0, ACCOUNT_NAME_LENGTH);
  return `${name}-${digits}${scope}${ACCOUNT_LETTERS[account]}`;
}

function transaction(account: string, entry: StatementEntry): string {
  const { subject } = entry;
  const isCredit = entry.amount > 0n;
  const name = subject?.name ? ascii(subject.name).slice(0, NAME_LENGTH_MAX).trim() : '';
  return lines(
    '<STMTTRN>',
    element('TRNTYPE', isCredit ? 'CREDIT' : 'DEBIT'),
    element('DTPOSTED', ofxTime(entry.createdAt)),
    element('TRNAMT', ofxAmount(entry.amount)),
    element('FITID', `${account}-${entry.sequence}`),
    element('REFNUM', entry.referenceId.replaceAll('-', '')),
    ...(name === '' ? [] : [element('NAME', name)]),
    element('MEMO', memoOf(entry)),
    '</STMTTRN>',
  );
}

/** The label, EndToEndId, name, document and external id of an entry. */
function memoOf({ kind, subject }: StatementEntry): string {
  const document = subject?.document ? formatTaxId(subject.document) : null;
  const endToEndId = subject?.endToEndId ?? null;
  // The external id comes last, because it may be long and the memo is cut.
  const parts = [labelOfKind(kind), endToEndId, subject?.name, document, subject?.externalId];
  const memo = parts.filter((part) => part !== null && part !== undefined).join(' | ');
  return ascii(memo).slice(0, MEMO_LENGTH_MAX).trim();
}

function ending({ period, range, now }: OfxFacts): string {
  const asOf = Math.min(period.until - 1, now);
  return lines(
    '</BANKTRANLIST>',
    '<LEDGERBAL>',
    element('BALAMT', ofxAmount(range.closing)) + element('DTASOF', ofxTime(asOf)),
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
