import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { messageOf } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { DueDays } from './due-days.tsx';

const TYPING_MS = 400;

type Preview = paths['/api/panel/{environment}/splits/preview']['post'];
type PreviewBody = Preview['requestBody']['content']['application/json'];

/** The amount of each day by the rules that are being typed; empty until they are complete. */
export function DuePreview({ body }: { body: PreviewBody | null }) {
  const environment = useEnvironment();
  const typed = JSON.stringify(body);
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const preview = api.useQuery(
    'post',
    '/api/panel/{environment}/splits/preview',
    { params: { path: { environment } }, body: JSON.parse(settled) as PreviewBody },
    { enabled: settled !== 'null', retry: false, placeholderData: keepPreviousData },
  );
  if (body === null) return null;
  if (preview.error) {
    return (
      <Alert color="yellow" variant="outline" role="status">
        {messageOf(preview.error)}
      </Alert>
    );
  }
  const { days } = preview.data ?? {};
  return days ? <DueDays days={days} /> : null;
}
