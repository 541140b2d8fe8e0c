const ACCOUNTS = /^(2[6-9]|[34]\d|5[01])$/;
/** The template of Pix Automático. */
const RECURRENCES = /^80$/;
const PIX = 'br.gov.bcb.pix';

/** The address of the charge at the bank, out of its copy-and-paste code; undefined without one. */
export function locationOfCode(code: string): string | undefined {
  return locationIn(code, ACCOUNTS);
}

/** The address of the recurrence that a code offers to authorize; undefined without one. */
export function recurrenceLocationOfCode(code: string): string | undefined {
  return locationIn(code, RECURRENCES);
}

function locationIn(code: string, templates: RegExp): string | undefined {
  const accounts = elementsOf(code).filter(({ id }) => templates.test(id));
  for (const { value } of accounts) {
    const parts = new Map(elementsOf(value).map((element) => [element.id, element.value]));
    if (parts.get('00')?.toLowerCase() === PIX) return parts.get('25');
  }
  return undefined;
}

/** The elements of an EMV code: two digits of id, two of length, and the value. */
function elementsOf(text: string): { readonly id: string; readonly value: string }[] {
  const elements: { id: string; value: string }[] = [];
  let at = 0;
  while (at + 4 <= text.length) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!Number.isInteger(length)) return elements;
    const end = at + 4 + length;
    elements.push({ id: text.slice(at, at + 2), value: text.slice(at + 4, end) });
    at = end;
  }
  return elements;
}
