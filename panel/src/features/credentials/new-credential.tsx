import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/layout/environment.tsx';
import { texts } from '#panel/texts/texts.ts';
import { NewKeyPair } from './new-key-pair.tsx';

const words = texts.credentials;

/** A new key: its name, then its secret, once. */
export function NewCredential({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm({ initialValues: { name: '' } });
  const create = api.useMutation('post', '/api/panel/{environment}/credentials', {
    onSuccess: () =>
      client.invalidateQueries({ queryKey: ['get', '/api/panel/{environment}/credentials'] }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={create.data ? words.createdTitle : words.newKey}
      closeButtonProps={{ 'aria-label': texts.common.close }}
      closeOnClickOutside={!create.data}
    >
      {create.data ? (
        <NewKeyPair pair={create.data} />
      ) : (
        <form
          onSubmit={form.onSubmit((body) =>
            create.mutate({ params: { path: { environment } }, body }),
          )}
        >
          <Stack gap="md">
            {create.error && <ProblemAlert error={create.error} />}
            <TextInput
              label={words.name}
              description={words.nameHint}
              required
              data-autofocus
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
