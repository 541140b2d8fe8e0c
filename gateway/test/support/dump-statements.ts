import { placeOf } from '#src/ground/database/statement-place.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { collectStatements, statementsIn } from './store-statements.ts';

/**
 * Prints the name, the text and the place of every statement, sorted by name, so that two versions
 * of the code can be compared. Parameters are numbered by their first use, and a run of blanks is
 * one blank.
 */
const statements = [...(await collectStatements()), ...statementsIn(allLedgerChecks)];
const lines = statements.map((statement) => {
  const numbers = new Map<string, number>();
  const numberOf = (old: string): number => {
    const known = numbers.get(old) ?? numbers.size + 1;
    numbers.set(old, known);
    return known;
  };
  const text = statement.text
    .replace(/\$(\d+)/g, (_, old: string) => `$${numberOf(old)}`)
    .replace(/\s+/g, ' ')
    .trim();
  const place = JSON.stringify(placeOf(statement), (key, value: unknown) => {
    if (key === 'merchant' || key === 'limit') return numberOf(String(value));
    return key === 'rows' ? (value as number[]).map((old) => numberOf(String(old))) : value;
  });
  return `${statement.name}\n  ${place}\n  ${text}\n`;
});
process.stdout.write([...new Set(lines)].sort().join(''));
