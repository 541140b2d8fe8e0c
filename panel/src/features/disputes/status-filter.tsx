import { NativeSelect } from '@mantine/core';
import type { Dispute } from './dispute-types.ts';
import { texts } from './texts.ts';

export type DisputeStatus = Dispute['status'];

const STATUSES = Object.keys(texts.statuses) as DisputeStatus[];

/** Chooses the status of a list of disputes. */
export function StatusFilter({
  status,
  onChange,
}: {
  status: DisputeStatus | undefined;
  onChange: (status: DisputeStatus | undefined) => void;
}) {
  return (
    <NativeSelect
      label={texts.filter}
      w={200}
      data={[
        { value: '', label: texts.all },
        ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
      ]}
      value={status ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(STATUSES.find((one) => one === value))}
    />
  );
}
