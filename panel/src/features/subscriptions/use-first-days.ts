import { useDebouncedValue } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import type { SubscriptionFormValues } from './subscription-form-values.ts';

const TYPING_MS = 400;

type ChosenDays = Pick<SubscriptionFormValues, 'interval' | 'first_due_on' | 'ends_on'>;

/** The first due dates of typed days, or what is wrong with a day, by its field. */
export function useFirstDays({ interval, first_due_on, ends_on }: ChosenDays) {
  const environment = useEnvironment();
  const typed = { interval, first_due_on, ...(ends_on !== '' && { ends_on }) };
  const [query] = useDebouncedValue(typed, TYPING_MS);
  const { data, error } = api.useQuery(
    'get',
    '/api/panel/{environment}/subscription-days',
    { params: { path: { environment }, query } },
    { enabled: query.first_due_on !== '', retry: false },
  );
  const isChosen = first_due_on !== '';
  return {
    firstDays: isChosen ? data : undefined,
    faults: isChosen && error ? fieldErrors(error) : {},
  };
}
