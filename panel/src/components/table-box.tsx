import type { CSSProperties, ReactNode } from 'react';

/**
 * The place of a table with `columns` columns. Where it has too little room for them, panel.css
 * turns each row into a card or into lines; a table that is still too wide scrolls in this box, not
 * with the page. A table that can hide none of its columns turns into lines earlier.
 */
export function TableBox({
  columns,
  hidesNone = false,
  children,
}: {
  columns: number;
  hidesNone?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className="table-box"
      style={{ '--columns': columns, '--hides-none': Number(hidesNone) } as CSSProperties}
    >
      {children}
    </div>
  );
}
