import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * A filter of a list that is kept in the page's address, so that Back and the link back to the list
 * lead to it. Texts; an empty one is left out of the address.
 */
export function useAddressFilter<Name extends string>(...names: readonly Name[]) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = Object.fromEntries(
    names.map((name) => [name, search[name] === undefined ? '' : String(search[name])]),
  ) as Record<Name, string>;
  const change = useCallback(
    (next: Partial<Record<Name, string>>) => {
      const shown = Object.entries<string | undefined>(next).map(([name, text]) => [
        name,
        text || undefined,
      ]);
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...Object.fromEntries(shown) }),
        replace: true,
      });
    },
    [navigate],
  );
  return { filter, change };
}
