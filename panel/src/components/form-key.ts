const BYTES = 16;

/** The Idempotency-Key of a form: sending the form twice has the effect of once. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `painel-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
