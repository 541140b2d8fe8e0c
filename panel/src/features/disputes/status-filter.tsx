import { NativeSelect } from '@mantine/core';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { texts } from '#texts/disputes.ts';
import type { Dispute } from './dispute-types.ts';

type DisputeStatus = Dispute['status'];

const STATUSES = Object.keys(texts.statuses) as DisputeStatus[];

const ALL = 'todas';

/**
 * The status of a list of disputes, in the page's address, and a function that changes it. An
 * address without a status has the first one; undefined: disputes of every status.
 */
export function useStatusFilter(first?: DisputeStatus) {
  const { filter, change } = useAddressFilter('situacao');
  const named = STATUSES.find((one) => one === filter.situacao);
  const status = filter.situacao === '' ? first : named;
  const choose = (chosen: DisputeStatus | undefined) =>
    change({ situacao: chosen === first ? '' : (chosen ?? ALL) });
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
