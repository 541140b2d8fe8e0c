import { Group, Paper, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

/** The longest number that half the width of a phone has room for. */
const HALF_ROW_LENGTH = 13;

/** A number with its name and a line for comparison. */
export function StatCard({
  label,
  value,
  hint,
  action,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
  /** A button beside the number. */
  action?: ReactNode;
}) {
  return (
    <Paper withBorder p="md" className="stat-card" mod={{ long: value.length > HALF_ROW_LENGTH }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group justify="space-between" gap="xs">
        <Text
          className="stat-card-value tabular"
          style={{ '--stat-card-length': value.length } as CSSProperties}
        >
          {value}
        </Text>
        {action}
      </Group>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Paper>
  );
}
