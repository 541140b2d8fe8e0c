import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A number with its name, and what puts it in proportion. */
export function Figure({ label, value, hint }: { label: string; value: string; hint: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} lh={1.3} fw={650} className="figures">
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Paper>
  );
}
