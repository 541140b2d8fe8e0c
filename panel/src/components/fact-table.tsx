import type { ReactNode } from 'react';

/** A table of names and values, one a line, for example to review before sending. */
export function FactTable({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
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
  );
}
