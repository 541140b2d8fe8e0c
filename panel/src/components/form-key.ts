const BYTES = 16;

/** An Idempotency-Key for a form: sending the form twice does it once. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `painel-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
