/** A row of the database with its bigints as texts, so that it can be written as JSON. */
export function plainRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? `${value}` : value,
    ]),
  );
}
