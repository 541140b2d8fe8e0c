import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { SECRET_DIALOG } from '#panel/components/secret-reveal.tsx';
import { type Environment, useEnvironmentChoice } from '#panel/session/environment.tsx';
import { texts } from '#texts/credentials.ts';
import { addressesOf, isNothing, levelsOf, scopesOf } from './key-rights.ts';
import { KeyRightsFields, type RightsValues } from './key-rights-fields.tsx';
import { NewKeyPair } from './new-key-pair.tsx';

const ENVIRONMENTS = ['test', 'live'] as const;

const EVERY_RIGHT: RightsValues = { preset: 'all', levels: levelsOf(null), addresses: '' };

interface Values {
  readonly environment: Environment;
  readonly name: string;
  readonly code: string;
  readonly rights: RightsValues;
}

/** Creates a key: asks for environment and name, then shows the secret once. */
export function NewCredential({ onClose }: { onClose: () => void }) {
  const { environment, choose } = useEnvironmentChoice();
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { environment, name: '', code: '', rights: EVERY_RIGHT },
    validate: {
      rights: ({ preset, levels }) => (isNothing(preset, levels) ? texts.oneSubject : null),
    },
  });
  const create = api.useMutation('post', '/api/panel/{environment}/credentials', {
    onSuccess: () => {
      // Shows the list of the new key's environment.
      choose(form.values.environment);
      return client.invalidateQueries({
        queryKey: ['get', '/api/panel/{environment}/credentials'],
      });
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
      form.setFieldValue('code', '');
    },
  });
  const submit = form.onSubmit(({ environment: chosen, name, code, rights }) =>
    create.mutate({
      params: { path: { environment: chosen } },
      body: {
        name,
        scopes: scopesOf(rights.preset, rights.levels),
        addresses: addressesOf(rights.addresses),
        ...codeOf(code),
      },
    }),
  );
  return (
    <Dialog
      onClose={onClose}
      title={create.data ? texts.createdTitle : texts.newKey}
      {...(create.data && SECRET_DIALOG)}
    >
      {create.data ? (
        <NewKeyPair pair={create.data} />
      ) : (
        <Form check={form.validate} onSubmit={submit}>
          <Stack gap="md">
            {create.error && <ProblemAlert error={create.error} />}
            <Fields form={form} />
            <Button type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Radio.Group label={texts.environment} {...form.getInputProps('environment')}>
        <Stack gap="xs" mt="xs">
          {ENVIRONMENTS.map((value) => (
            <Radio key={value} value={value} label={texts.environments[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <KeyRightsFields
        values={form.values.rights}
        faults={form.errors}
        onChange={(part) => form.setFieldValue('rights', { ...form.values.rights, ...part })}
      />
      <CodeField
        code={form.values.code}
        onChange={(code) => form.setFieldValue('code', code)}
        environment={form.values.environment}
      />
    </>
  );
}
