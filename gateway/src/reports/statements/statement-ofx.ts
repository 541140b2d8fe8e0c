import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { OWN_NAME, productToken } from '#src/ground/brand/brand.ts';
import { brazilianTime } from '#src/ground/brazilian-days.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import type { EntryRange, Period, StatementAccount, StatementEntry } from './statement.ts';
import { labelOfKind } from './texts/entry-labels.ts';

const ZONE = '[-3:BRT]';
/** OFX 2.2, BANKID. */
const BANK_ID_LENGTH_MAX = 9;
/** The BANKID of an installation without its own name. */
const OWN_BANK_ID = 'PIXGATEWY';
/** The longest NAME and MEMO (OFX 2.2, 11.4.4.1). */
const NAME_LENGTH_MAX = 32;
const MEMO_LENGTH_MAX = 255;
/** Together with the digits of the id and two letters: at most 22 characters (OFX 2.2, ACCTID). */
const ACCOUNT_NAME_LENGTH = 11;
const ACCOUNT_DIGITS = 8;
/** The last letter of an account's id. */
const ACCOUNT_LETTERS: Readonly<Record<OfxAccount, string>> = {
  total: 'M',
  available: 'D',
  reserved: 'R',
  blocked: 'B',
  pending_settlement: 'L',
  debt: 'V',
};

/** An account, or all that the merchant has (`total`). */
type OfxAccount = StatementAccount | 'total';

/** One transaction of the file. */
export type OfxLine = Pick<
  StatementEntry,
  'sequence' | 'kind' | 'referenceId' | 'createdAt' | 'subject'
> & {
  readonly amount: bigint;
  /** A further part of the memo, such as the gross amount. */
  readonly note?: string | null;
};

/** The head and foot of an OFX file. `now` in milliseconds. */
export interface OfxFacts {
  readonly account: LedgerScope & { readonly account: OfxAccount };
  readonly username: string;
  /** The platform's name. */
  readonly productName: string;
  readonly period: Period;
  readonly range: Pick<EntryRange, 'closing'>;
  readonly now: number;
}

/**
 * A statement in OFX 2.2 (XML), which GnuCash and accounting programs open. It is ASCII, because
 * programs differ in the character sets that they read. The id of a transaction is its sequence in
 * the account, so programs recognise it in a second import.
 */
export async function* statementOfx(
  facts: OfxFacts,
  pages: AsyncIterable<OfxLine[]>,
): AsyncGenerator<string> {
  yield beginning(facts);
  for await (const entries of pages) {
    yield entries.map((entry) => transaction(facts.account.account, entry)).join('');
  }
  yield ending(facts);
}

function beginning({ account, username, productName, period, now }: OfxFacts): string {
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
    element('BANKID', bankId(productName)),
    element('ACCTID', accountId(account, username)),
    element('ACCTTYPE', 'CHECKING'),
    '</BANKACCTFROM>',
    '<BANKTRANLIST>',
    element('DTSTART', ofxTime(period.from)) + element('DTEND', ofxTime(period.until - 1)),
  );
}

/** The platform as a bank's id: `Pagadora Ltda` is `PAGADORAL`. */
function bankId(productName: string): string {
  if (productName === OWN_NAME) return OWN_BANK_ID;
  const letters = productToken({ name: productName }).replaceAll('-', '');
  return letters.slice(0, BANK_ID_LENGTH_MAX).toUpperCase();
}

/** The id of an account: equal in all files, different for each merchant. */
function accountId(
  { merchantId, environment, account }: OfxFacts['account'],
  username: string,
): string {
  const digits = merchantId.replaceAll('-', '').slice(-ACCOUNT_DIGITS);
  const scope = environment === 'live' ? 'P' : 'T';
  const name = username.slice(0, ACCOUNT_NAME_LENGTH);
  return `${name}-${digits}${scope}${ACCOUNT_LETTERS[account]}`;
}

function transaction(account: string, entry: OfxLine): string {
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
function memoOf({ kind, subject, note }: OfxLine): string {
  const document = subject?.document ? formatTaxId(subject.document) : null;
  const endToEndId = subject?.endToEndId ?? null;
  // The external id comes last, because it may be long and the memo is cut.
  const facts = [labelOfKind(kind), endToEndId, subject?.name, document];
  const parts = [...facts, note, subject?.externalId];
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
