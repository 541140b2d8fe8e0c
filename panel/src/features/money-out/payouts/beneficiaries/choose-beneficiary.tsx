import { Select } from '@mantine/core';
import { texts } from '#texts/payout-beneficiaries.ts';
import { nameAndKey, type SavedBeneficiary, useSavedBeneficiaries } from './saved-beneficiaries.ts';

const OTHER = 'other';

/** A choice of the saved beneficiaries, or of another key; nothing when none is saved. */
export function ChooseBeneficiary({
  chosenId,
  onChoose,
}: {
  chosenId: string | undefined;
  onChoose: (beneficiary: SavedBeneficiary | undefined) => void;
}) {
  const saved = useSavedBeneficiaries();
  const rows = saved.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Select
      label={texts.choose}
      searchable
      comboboxProps={{ withinPortal: false }}
      allowDeselect={false}
      data={[
        { value: OTHER, label: texts.otherKey },
        ...rows.map((row) => ({ value: row.id, label: nameAndKey(row) })),
      ]}
      value={chosenId ?? OTHER}
      onChange={(value) => onChoose(rows.find(({ id }) => id === value))}
    />
  );
}
