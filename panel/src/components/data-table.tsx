import { Table } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  readonly align?: 'right' | 'left';
}

/** A table; on a phone each row is a card. Rows with an action also work by keyboard. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  onRowClick,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onRowClick?: (row: Row) => void;
}) {
  return (
    <Table className="data-table" verticalSpacing="xs" highlightOnHover={onRowClick !== undefined}>
      <Table.Caption className="heard-only">{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ key, label, align }) => (
            <Table.Th key={key} ta={align ?? 'left'} scope="col">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={rowKey(row)} {...clickable(onRowClick && (() => onRowClick(row)))}>
            {columns.map(({ key, label, align, render }) => (
              <Table.Td key={key} ta={align ?? 'left'} data-label={label}>
                {render(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function clickable(open: (() => void) | undefined) {
  if (!open) return {};
  return {
    'data-clickable': true,
    tabIndex: 0,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open();
    },
  };
}
