import { readFileSync } from 'node:fs';
import { startOfBrazilianDay } from '../brazilian-days.ts';

const PLACE = /^(?:[A-Z]{2}|\d{7})$/;

/**
 * Reads the operator's file of local holidays, an object of lists of days: `{"SP": ["2027-07-09"],
 * "3550308": ["2027-01-25"]}`. A place is a state or the IBGE's number of a municipality. Without a
 * file there are none.
 */
export function readLocalHolidays(
  path: string | undefined,
  errorOf: (message: string) => Error,
): ReadonlyMap<string, readonly string[]> {
  if (path === undefined) return new Map();
  const expected =
    'esperado um arquivo como {"SP": ["2027-07-09"], "3550308": ["2027-01-25"]}, com UF ou ' +
    'código do IBGE de 7 dígitos';
  const refuse = (fault: string) => errorOf(`LOCAL_HOLIDAYS_FILE inválido (${fault}): ${expected}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuse('não é um objeto');
  return new Map(
    Object.entries(content).map(([place, days]: [string, unknown]) => {
      if (!PLACE.test(place)) throw refuse(place);
      if (!Array.isArray(days) || !days.every(isDay)) throw refuse(`dias de ${place}`);
      return [place, days];
    }),
  );
}

function isDay(day: unknown): day is string {
  return typeof day === 'string' && startOfBrazilianDay(day) !== undefined;
}
