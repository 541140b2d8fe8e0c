import type { CSSProperties, ReactNode } from 'react';

/**
 * The place of a table with `columns` columns. Where it has too little room for them, panel.css turns
 * each row into a card; a table that is still too wide scrolls in this box, not with the page.
 */
export function TableBox({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <div className="table-box" style={{ '--columns': columns } as CSSProperties}>
      {children}
    </div>
  );
}
