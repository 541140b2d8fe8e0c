import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/api-pix.ts';
import type { ApiPix } from './api-pix-types.ts';

/** The Pix keys that the ERP sends besides those of the platform. */
export function PixKeys({ apiPix }: { apiPix: ApiPix }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm({ initialValues: { keys: apiPix.pix_keys.join('\n') } });
  const change = api.useMutation('put', '/api/panel/{environment}/api-pix/pix-keys', {
    onSuccess: () => {
      showDone(texts.pixKeysSaved);
      return client.invalidateQueries({
        queryKey: ['get', '/api/panel/{environment}/api-pix'],
      });
    },
  });
  const save = form.onSubmit(({ keys }) =>
    change.mutate({
      params: { path: { environment } },
      body: { pix_keys: keys.split(/\s+/).filter((key) => key !== '') },
    }),
  );
  return (
    <Section title={texts.pixKeysTitle} description={texts.pixKeysHint}>
      <Form check={form.validate} onSubmit={save}>
        <Stack gap="md">
          {change.error ? <ProblemAlert error={change.error} /> : null}
          <Textarea
            label={texts.pixKeys}
            description={texts.onePerLine}
            autosize
            minRows={2}
            {...form.getInputProps('keys')}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {texts.savePixKeys}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
