import { Text } from '@mantine/core';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeLine, TypedCells } from './batch-types.ts';

/** The faults of a line, by column. */
export function Faults({ line: { refusal } }: { line: ChargeLine }) {
  if (!refusal) return null;
  const faults = refusal.fields.map(({ field, message }) => [columnName(field), message] as const);
  const shown = faults.length > 0 ? faults : [[undefined, refusal.message] as const];
  return shown.map(([column, message]) => (
    <Text
      key={`${column} ${message}`}
      size="sm"
      className="line-error"
      c="var(--mantine-color-error)"
    >
      {column ? `${column}: ${message}` : message}
    </Text>
  ));
}

function columnName(field: string): string | undefined {
  return field in texts.columns ? texts.columns[field as keyof TypedCells] : undefined;
}
