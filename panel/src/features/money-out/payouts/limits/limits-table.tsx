import type { ReactNode } from 'react';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/payout-controls.ts';
import type { Limits } from './limit-types.ts';

interface Row {
  readonly label: string;
  readonly inForce: ReactNode;
  readonly ofPlatform: ReactNode;
}

/** The limits in force beside the platform's; with `before`, only those that differ from it. */
export function LimitsTable({
  inForce,
  ofPlatform,
  before,
}: {
  inForce: Limits;
  ofPlatform: Limits;
  before?: Limits;
}) {
  const rows = NAMES.filter((name) => inForce[name] !== before?.[name]).map((name) => ({
    label: LABELS[name],
    inForce: textOf(inForce, name),
    ofPlatform: textOf(ofPlatform, name),
  }));
  return (
    <DataTable
      caption={texts.limitsTitle}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ label }) => label}
    />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'limit', place: 'name', label: texts.limit, render: ({ label }) => label },
  {
    key: 'in_force',
    place: 'amount',
    label: texts.inForce,
    align: 'right',
    render: ({ inForce }) => inForce,
  },
  {
    key: 'of_platform',
    place: 'time',
    isNamed: true,
    label: texts.ofPlatform,
    align: 'right',
    render: ({ ofPlatform }) => ofPlatform,
  },
];

const LABELS = {
  per_payout: texts.perPayout,
  per_day: texts.perDay,
  per_night: texts.perNight,
  approval_above: texts.approvalAbove,
  new_destination_approval_above: texts.newDestinationApprovalAbove,
  new_destination_wait_minutes: texts.newDestinationWait,
  only_saved_beneficiaries: texts.onlySaved,
} as const;

type Name = keyof typeof LABELS;

const NAMES = Object.keys(LABELS) as Name[];

function textOf(limits: Limits, name: Name): ReactNode {
  const value = limits[name];
  if (name === 'new_destination_wait_minutes')
    return value === 0 ? texts.noWait : texts.minutes(Number(value));
  if (name === 'only_saved_beneficiaries')
    return value === true ? texts.onlySavedOn : texts.onlySavedOff;
  if (value === null) return name.endsWith('approval_above') ? texts.noApproval : texts.none;
  return <Money centavos={Number(value)} />;
}
