import { isProblem } from '#panel/api/client.ts';

/** The faults of a refused form by field, for a form's `setErrors`; the API's begin in lower case. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isProblem(error)) return {};
  return Object.fromEntries(
    (error.details ?? []).map(({ field, message }) => [field, sentence(message)]),
  );
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
