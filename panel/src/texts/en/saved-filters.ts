import type { texts as pt } from '#texts/saved-filters.ts';

export const texts: typeof pt = {
  save: 'Save this filter',
  title: 'Save filter',
  hint: 'Kept in this browser, for this list. The text of the search is not kept.',
  name: 'Name',
  confirm: 'Save',
  saved: 'Saved filters',
  remove: (name: string) => `Remove the filter ${name}`,
};
