import { isProblem } from '#panel/api/client.ts';
import { common } from '#panel/texts/common.ts';

/**
 * The faults of a refused form by field, for a form's `setErrors`; the API's begin in lower case.
 * `fieldOfCode` names the field that a refusal without fields is about.
 */
export function fieldErrors(
  error: unknown,
  fieldOfCode: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!isProblem(error)) return {};
  const field = fieldOfCode[error.code];
  if (field !== undefined) return { [field]: error.message };
  return Object.fromEntries(
    (error.details ?? []).map(({ field, message }) => [field, sentence(message)]),
  );
}

/** For a form's `validate`: says that an amount is missing, instead of a button that is off. */
export function missingAmount(centavos: number): string | null {
  return centavos === 0 ? common.amountMissing : null;
}

/** A message of the API, which begins in lower case, as a sentence. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
