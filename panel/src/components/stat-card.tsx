import { Paper, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

/** A number with its name and a line for comparison. */
export function StatCard({
  label,
  value,
  hint,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
}) {
  return (
    <Paper withBorder p="md" className="stat-card">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text
        className="stat-card-value tabular"
        style={{ '--stat-card-length': value.length } as CSSProperties}
      >
        {value}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Paper>
  );
}
