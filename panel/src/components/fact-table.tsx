import type { ReactNode } from 'react';
import { TableBox } from './table-box.tsx';

/** Its two columns are as wide as three of a list: names and values are long. */
const WIDE_COLUMNS = 3;

/** A table of names and values, one a line, for example to review before sending. */
export function FactTable({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <TableBox columns={WIDE_COLUMNS}>
      <table className="table fact-table">
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
