import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/credentials.ts';
import type { Credential } from './credential-types.ts';
import { addressesOf, isNothing, levelsOf, presetOf, scopesOf } from './key-rights.ts';
import { KeyRightsFields, type RightsValues } from './key-rights-fields.tsx';

/** A button that changes what a key may do, and from where. */
export function ChangeRights({ credential }: { credential: Credential }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.changeRights}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={texts.changeRightsTitle(credential.name)}>
          <RightsForm credential={credential} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function RightsForm({ credential, onDone }: { credential: Credential; onDone: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [values, setValues] = useState<RightsValues>({
    preset: presetOf(credential.scopes),
    levels: levelsOf(credential.scopes),
    addresses: (credential.addresses ?? []).join('\n'),
  });
  const [code, setCode] = useState('');
  const [isRefused, setRefused] = useState(false);
  const change = api.useMutation('patch', '/api/panel/{environment}/credentials/{client_id}', {
    onSuccess: () => {
      showDone(texts.rightsChanged);
      void client.invalidateQueries({ queryKey: ['get', '/api/panel/{environment}/credentials'] });
      onDone();
    },
  });
  const check = () => {
    const hasErrors = isNothing(values.preset, values.levels);
    setRefused(hasErrors);
    return { hasErrors };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCode('');
    change.mutate({
      params: { path: { environment, client_id: credential.client_id } },
      body: {
        scopes: scopesOf(values.preset, values.levels),
        addresses: addressesOf(values.addresses),
        ...codeOf(code),
      },
    });
  };
  return (
    <Form check={check} onSubmit={submit}>
      <Stack gap="md">
        {change.error && <ProblemAlert error={change.error} />}
        <KeyRightsFields
          values={values}
          faults={{ ...fieldErrors(change.error), ...(isRefused && { rights: true }) }}
          onChange={(part) => setValues({ ...values, ...part })}
        />
        {environment === 'live' && <CodeField code={code} onChange={setCode} />}
        <Button type="submit" loading={change.isPending}>
          {texts.saveRights}
        </Button>
      </Stack>
    </Form>
  );
}
