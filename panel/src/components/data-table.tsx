import { UnstyledButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { common } from '#panel/texts/common.ts';
import { formatDay } from './format.ts';
import { TableBox } from './table-box.tsx';

/** So many rows (px each) are more than the window has room for below the head of a page. */
const ROW_HEIGHT = 64;

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  readonly align?: 'right' | 'left';
  /** The place on the lines of a row where the table has little room: `more` has its own line. */
  readonly place?: 'name' | 'amount' | 'time' | 'state' | 'more';
  /** Whether the column's name stands before the value there. */
  readonly isNamed?: boolean;
}

/** Where a row leads: the props of a link of the router. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

/** The action of a row: a link to a page, or a button that opens a dialog. */
interface RowAction<Row> {
  readonly rowLink?: (row: Row) => RowLink;
  readonly onRowClick?: (row: Row) => void;
}

/**
 * A table. Where it has little room, it shows only the columns that have a place, on a phone in two
 * lines: name and amount, time and state. There, rows that are sorted by the instant `dayOf` stand
 * below the name of their day, and a long name of a row that leads to a page or dialog ends with an
 * ellipsis. A table without places shows each row as a card.
 *
 * The first cell that is always shown holds a real link or button of a row with an action, which
 * panel.css stretches over the row: it opens in a new tab, is reached by keyboard and is announced.
 * Links and buttons in other cells stay above it.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  dayOf,
  rowLink,
  onRowClick,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  dayOf?: (row: Row) => string;
} & RowAction<Row>) {
  const hasLines = columns.some(({ place }) => place);
  const hidesNone = columns.every(({ place }) => place);
  // What is below the window comes a moment later, so that the first rows come earlier.
  const shown = useDeferredValue(Number.POSITIVE_INFINITY, Math.ceil(innerHeight / ROW_HEIGHT));
  const days = dayOf && rows.map((row) => formatDay(dayOf(row)));
  const action = { ...(rowLink && { rowLink }), ...(onRowClick && { onRowClick }) };
  return (
    <TableBox columns={columns.length} hidesNone={hidesNone}>
      <table
        className={`table data-table ${hasLines ? 'line-table' : 'card-table'}`}
        data-by-day={days && true}
      >
        <caption className="heard-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, align, place }) => (
              <th key={key} data-align={align} data-place={place} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            <DataRow
              key={rowKey(row)}
              {...action}
              row={row}
              columns={columns}
              day={days && days[at] !== days[at - 1] ? days[at] : undefined}
            />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** A row stays as it is while others come. */
const DataRow = memo(TableRow) as typeof TableRow;

function TableRow<Row>({
  row,
  columns,
  day,
  ...action
}: RowAction<Row> & {
  row: Row;
  columns: readonly Column<Row>[];
  /** The name of the day that begins with the row. */
  day: string | undefined;
}) {
  const isClickable = Boolean(action.rowLink ?? action.onRowClick);
  // A column without a place is hidden where there is little room, and its link with it.
  const head = Math.max(
    0,
    columns.findIndex(({ place }) => place),
  );
  return (
    <tr data-clickable={isClickable || undefined} data-day={day}>
      {columns.map(({ key, label, align, place, isNamed, render }, index) => {
        const content = render(row);
        return (
          <td
            key={key}
            data-align={align}
            data-label={label}
            data-place={place}
            data-named={isNamed}
            data-absent={content === common.notThere || undefined}
          >
            {index === head ? (
              <RowHead row={row} {...action}>
                {content}
              </RowHead>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}

function RowHead<Row>({
  row,
  rowLink,
  onRowClick,
  children,
}: RowAction<Row> & { row: Row; children: ReactNode }) {
  if (rowLink) {
    return (
      <Link className="row-action" {...rowLink(row)}>
        {children}
      </Link>
    );
  }
  if (!onRowClick) return children;
  return (
    <UnstyledButton className="row-action" onClick={() => onRowClick(row)}>
      {children}
    </UnstyledButton>
  );
}
