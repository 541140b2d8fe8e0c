const LENGTH_MAX = 100;
const CENTAVOS_MAX = 999_999_999_999;
const CURRENCY = /^R\$\s*|^BRL\s*|(?<!\s)\s*(?:BRL|reais)$/gi;
const SEPARATORS = /[.,]/g;
const GROUPED = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/**
 * Parses an amount from messages, invoices and spreadsheets, Brazilian ("1.234,56") or English
 * ("1,234.56"), and returns centavos. A number without separators is in reais. Undefined for other
 * texts and for ambiguous ones: "1.500" and "1,500" can be 1500 or 1.5.
 */
export function parseAmount(pasted: string): number | undefined {
  if (pasted.length > LENGTH_MAX) return undefined;
  const trimmed = pasted.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  const text = trimmed.replaceAll(CURRENCY, '');
  if (!/^\d[\d.,]*$/.test(text)) return undefined;
  const parts = splitDecimals(text, { isBrazilian: /^R\$/i.test(trimmed) });
  if (!parts) return undefined;
  // The digits are concatenated: no decimal number is parsed.
  const centavos = Number(`${parts.reais}${parts.decimals.padEnd(2, '0')}`);
  return centavos <= CENTAVOS_MAX ? centavos : undefined;
}

interface Parts {
  readonly reais: string;
  readonly decimals: string;
}

function splitDecimals(text: string, { isBrazilian }: { isBrazilian: boolean }): Parts | undefined {
  const separators = text.match(SEPARATORS) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return { reais: text, decimals: '' };
  const isOneKind = separators.every((mark) => mark === last);
  if (isOneKind && separators.length > 1) return grouped(text);
  const at = text.lastIndexOf(last);
  const whole = text.slice(0, at);
  const decimals = text.slice(at + 1);
  if (decimals.length === 1 || decimals.length === 2) {
    const reais = isOneKind ? { reais: whole } : groupedBy(whole, last === ',' ? '.' : ',');
    return reais && { reais: reais.reais, decimals };
  }
  return isOneKind && isBrazilian && last === '.' ? grouped(text) : undefined;
}

function groupedBy(whole: string, separator: string): Parts | undefined {
  const isAllOfOneKind = (whole.match(SEPARATORS) ?? []).every((mark) => mark === separator);
  return isAllOfOneKind ? grouped(whole) : undefined;
}

function grouped(text: string): Parts | undefined {
  return GROUPED.test(text) ? { reais: text.replaceAll(SEPARATORS, ''), decimals: '' } : undefined;
}
