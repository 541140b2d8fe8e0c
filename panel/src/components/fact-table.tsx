import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table of names and values, one a line, for example to review before sending. */
export function FactTable({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table>
      <Table.Tbody>
        {facts.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {label}
            </Table.Th>
            <Table.Td ta="right" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
