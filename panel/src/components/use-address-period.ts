import { type ChosenPeriod, periodOf, storedPeriod } from '#panel/early/overview-address.ts';
import { useAddressFilter } from './use-address-filter.ts';

/** The period of a page, kept in its address, so that a reload and a link show the same days. */
export function useAddressPeriod<Default extends ChosenPeriod | undefined>(
  otherwise: Default,
): {
  readonly period: ChosenPeriod | Default;
  readonly choose: (chosen: ChosenPeriod | undefined) => void;
} {
  const { filter, change } = useAddressFilter('periodo');
  const period = (periodOf(filter.periodo) ?? otherwise) as ChosenPeriod | Default;
  const choose = (chosen: ChosenPeriod | undefined) =>
    change({ periodo: chosen === undefined ? '' : storedPeriod(chosen) });
  return { period, choose };
}
