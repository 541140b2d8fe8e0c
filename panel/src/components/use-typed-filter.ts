import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useAddressFilter } from './use-address-filter.ts';

/** The pause after typing before a list is filtered. */
const TYPING_MS = 350;

/**
 * A filter with fields to type in, kept in the page's address. `typed` is shown in the fields;
 * `settled` follows after a pause, and filters the list.
 */
export function useTypedFilter<Name extends string>(...names: readonly Name[]) {
  const { filter, change } = useAddressFilter(...names);
  const [typed, setTyped] = useState(filter);
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  useEffect(() => change(settled), [settled, change]);
  // Another filter of the address, for example a saved one, is shown in the fields.
  const shown = JSON.stringify(filter);
  const own = useRef(shown);
  own.current = JSON.stringify(settled);
  useEffect(() => {
    if (shown !== own.current) setTyped(JSON.parse(shown));
  }, [shown]);
  const type = (part: Partial<Record<Name, string>>) => setTyped({ ...typed, ...part });
  return { typed, settled, type };
}
