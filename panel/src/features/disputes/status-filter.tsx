import { NativeSelect } from '@mantine/core';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { texts } from '#texts/disputes.ts';
import type { Dispute } from './dispute-types.ts';

type DisputeStatus = Dispute['status'];

const STATUSES = Object.keys(texts.statuses) as DisputeStatus[];

/** The status of a list of disputes, in the page's address, and a function that changes it. */
export function useStatusFilter() {
  const { filter, change } = useAddressFilter('situacao');
  const status = STATUSES.find((one) => one === filter.situacao);
  const choose = (chosen: DisputeStatus | undefined) => change({ situacao: chosen ?? '' });
  return [status, choose] as const;
}

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
