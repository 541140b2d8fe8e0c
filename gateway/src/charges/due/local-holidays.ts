import { type LocalHolidays, NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import type { PayerAddress } from './payer-address.ts';

/** Days by the name of a state (`SP`) or the IBGE's number of a municipality (`3550308`). */
export type HolidaysByPlace = ReadonlyMap<string, readonly string[]>;

/** The holidays where a payer lives, beside the national ones. */
export type LocalHolidaysOf = (address: PayerAddress | null) => LocalHolidays;

/** Finds local holidays in those that the operator has configured. */
export function localHolidaysFrom(holidays: HolidaysByPlace): LocalHolidaysOf {
  return (address) => {
    if (address === null || holidays.size === 0) return NO_LOCAL_HOLIDAYS;
    const ofState = holidays.get(address.state) ?? [];
    const ofCity = address.cityCode === null ? [] : (holidays.get(address.cityCode) ?? []);
    return new Set([...ofState, ...ofCity]);
  };
}
