import { Badge } from '@mantine/core';
import { common, type Status } from '#panel/texts/common.ts';

const COLORS: Readonly<Partial<Record<Status, string>>> = {
  paid: 'teal',
  active: 'teal',
  approved: 'teal',
  delivered: 'teal',
  sent: 'teal',
  awaiting_approval: 'yellow',
  pending: 'blue',
  submitted: 'blue',
  pending_kyc: 'blue',
  failed: 'red',
  failing: 'red',
  rejected: 'red',
  suspended: 'red',
  revoked: 'gray',
  waiting: 'blue',
  running: 'blue',
  retrying: 'blue',
  clean: 'teal',
  differs: 'red',
};

/** A status as a badge with a coloured dot; `label` replaces its text. */
export function StatusBadge({ status, label }: { status: Status; label?: string }) {
  return (
    <Badge variant="default" size="md" tt="none" fw={550} leftSection={<Dot status={status} />}>
      {label ?? common.statuses[status]}
    </Badge>
  );
}

function Dot({ status }: { status: Status }) {
  const color = COLORS[status] ?? 'gray';
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        width: 8,
        height: 8,
        borderRadius: '50%',
        background: `var(--mantine-color-${color}-filled)`,
      }}
    />
  );
}
