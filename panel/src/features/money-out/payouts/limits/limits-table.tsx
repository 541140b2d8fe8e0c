import type { ReactNode } from 'react';
import { Money } from '#panel/components/money.tsx';
import { TableBox } from '#panel/components/table-box.tsx';
import { texts } from '#texts/payout-controls.ts';
import type { Limits } from './limit-types.ts';

/** The limits in force beside the platform's; with little room each limit is a card. */
export function LimitsTable({ inForce, ofPlatform }: { inForce: Limits; ofPlatform: Limits }) {
  const [shown, platform] = [valuesOf(inForce), valuesOf(ofPlatform)];
  return (
    <TableBox columns={3}>
      <table className="table data-table card-table">
        <thead>
          <tr>
            <th scope="col">{texts.limit}</th>
            <th scope="col" data-align="right">
              {texts.inForce}
            </th>
            <th scope="col" data-align="right">
              {texts.ofPlatform}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([label, value], index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-align="right" data-label={texts.inForce}>
                {value}
              </td>
              <td data-align="right" data-label={texts.ofPlatform}>
                {platform[index]?.[1]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function valuesOf(limits: Limits): [string, ReactNode][] {
  const amount = (centavos: number | null, none: string) =>
    centavos === null ? none : <Money centavos={centavos} />;
  const wait = limits.new_destination_wait_minutes;
  return [
    [texts.perPayout, amount(limits.per_payout, texts.none)],
    [texts.perDay, amount(limits.per_day, texts.none)],
    [texts.perNight, amount(limits.per_night, texts.none)],
    [texts.approvalAbove, amount(limits.approval_above, texts.noApproval)],
    [
      texts.newDestinationApprovalAbove,
      amount(limits.new_destination_approval_above, texts.noApproval),
    ],
    [texts.newDestinationWait, wait === 0 ? texts.noWait : texts.minutes(wait)],
    [texts.onlySaved, limits.only_saved_beneficiaries ? texts.onlySavedOn : texts.onlySavedOff],
  ];
}
