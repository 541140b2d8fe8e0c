import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '#panel/components/money.tsx';
import type { Limits } from './control-types.ts';
import { texts } from './texts.ts';

/** The limits in force beside the platform's; on a phone each limit is a card. */
export function LimitsTable({ inForce, ofPlatform }: { inForce: Limits; ofPlatform: Limits }) {
  const [shown, platform] = [valuesOf(inForce), valuesOf(ofPlatform)];
  return (
    <Table className="data-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.limit}</Table.Th>
          <Table.Th scope="col" ta="right">
            {texts.inForce}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {texts.ofPlatform}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(([label, value], index) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right" data-label={texts.inForce}>
              {value}
            </Table.Td>
            <Table.Td ta="right" data-label={texts.ofPlatform}>
              {platform[index]?.[1]}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
  ];
}
