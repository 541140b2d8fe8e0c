import { isProblem } from '#panel/api/client.ts';

/** The faults of a refused form by field, for a form's `setErrors`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isProblem(error)) return {};
  return Object.fromEntries((error.details ?? []).map(({ field, message }) => [field, message]));
}
