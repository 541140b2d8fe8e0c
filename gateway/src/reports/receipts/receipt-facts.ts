import { brazilianDate, brazilianTime, englishDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { maskDocument, maskParty, maskPixKey } from './masks.ts';
import type { Party, Receipt, ReceiptReader } from './receipt.ts';
import { type ReceiptTexts, textsIn } from './receipt-texts.ts';

/** Facts of a receipt under one heading, as label and text. */
export interface FactGroup {
  readonly heading: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
}

// English months are words, because countries differ in the order of day and month.
const englishFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** The facts that a receipt shows to a reader, in order. Missing facts are omitted. */
export function factGroups(
  receipt: Receipt,
  reader: ReceiptReader,
  language: Language,
): FactGroup[] {
  const texts = textsIn[language];
  const { kind, sender, receiver } = receipt;
  const isPublic = reader === 'payer';
  // The merchant's name and document are public: it asks for the payment under them.
  const isSenderHidden = isPublic && kind === 'payment';
  const isReceiverHidden = isPublic && kind !== 'payment';
  return [
    { heading: texts.sender[kind], facts: partyFacts(sender, isSenderHidden, texts) },
    {
      heading: texts.receiver,
      facts: [
        ...partyFacts(receiver, isReceiverHidden, texts),
        ...keyFacts(receipt, isPublic, texts),
      ],
    },
    ...dueGroup(receipt, language),
    { heading: texts.details, facts: detailsOf(receipt, reader, texts) },
  ];
}

/** The time of a receipt for people: `22/11/2026 09:30:12 (horário de Brasília)`. */
export function timeOfReceipt({ at }: Receipt, language: Language): string {
  const time = language === 'en' ? englishFormat.format(at) : brazilianTime(at);
  return textsIn[language].brasilia(time);
}

function partyFacts(party: Party, isHidden: boolean, texts: ReceiptTexts): FactGroup['facts'] {
  const { name, document, institution } = isHidden
    ? maskParty(party)
    : { ...party, document: maskDocument(party.document) };
  return withoutMissing([
    [texts.name, name],
    [texts.document, document],
    [texts.institution, institution],
  ]);
}

/** How the paid amount came about; parts of zero are omitted. */
function dueGroup({ due }: Receipt, language: Language): FactGroup[] {
  if (due === null) return [];
  const texts = textsIn[language];
  const { original, rebate, discount, interest, fine, amount } = due.paid;
  const dateOf = language === 'en' ? englishDate : brazilianDate;
  const part = (label: string, sign: string, value: bigint) =>
    [label, value > 0n ? `${sign} ${brazilianMoney(value)}` : null] as const;
  const facts = withoutMissing([
    [texts.dueDate, due.day && dateOf(due.day)],
    [texts.original, brazilianMoney(original)],
    part(texts.rebate, '-', rebate),
    part(texts.discount, '-', discount),
    part(texts.interest, '+', interest),
    part(texts.fine, '+', fine),
    [texts.paidAmount, brazilianMoney(amount)],
  ]);
  return [{ heading: texts.composition, facts }];
}

function keyFacts({ pixKey }: Receipt, isPublic: boolean, texts: ReceiptTexts): FactGroup['facts'] {
  return pixKey === null ? [] : [[texts.pixKey, maskPixKey(pixKey, isPublic)]];
}

function detailsOf(
  receipt: Receipt,
  reader: ReceiptReader,
  texts: ReceiptTexts,
): FactGroup['facts'] {
  const isRefund = receipt.kind === 'refund';
  return withoutMissing([
    [isRefund ? texts.paymentEndToEndId : texts.endToEndId, receipt.endToEndId],
    [texts.returnId, receipt.returnId],
    [texts.id, receipt.id],
    [texts.chargeId, receipt.chargeId],
    // A merchant's own texts are not shown to readers with only a link.
    [texts.reference, reader === 'merchant' ? receipt.externalId : null],
    [texts.description, reader === 'merchant' ? receipt.description : null],
    [texts.returned, receipt.returned > 0n ? brazilianMoney(receipt.returned) : null],
    [texts.disputed, receipt.disputed > 0n ? brazilianMoney(receipt.disputed) : null],
  ]);
}

function withoutMissing(facts: readonly (readonly [string, string | null])[]): FactGroup['facts'] {
  return facts.flatMap(([label, text]) => (text === null || text === '' ? [] : [[label, text]]));
}
