import type { Column } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/payout-batches.ts';
import { type Batch, statusOf } from './batch-types.ts';

/** The columns of lists of batches. */
export const BATCH_COLUMNS: readonly Column<Batch>[] = [
  { key: 'file', place: 'name', label: texts.file, render: (row) => row.file_name },
  {
    key: 'created_at',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'lines', label: texts.lines, align: 'right', render: (row) => row.line_count },
  {
    key: 'total',
    place: 'amount',
    label: texts.total,
    align: 'right',
    render: (row) => <Money centavos={row.total} fw={600} />,
  },
  { key: 'status', place: 'state', label: texts.status, render: statusOf },
];
