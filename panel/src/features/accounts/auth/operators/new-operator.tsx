import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { RoleSelect } from '#panel/components/role-button.tsx';
import { texts } from '#texts/operators.ts';
import { type OperatorRole, roleChoices } from './role-choices.ts';

interface Values {
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly code: string;
}

const EMPTY: Values = { name: '', email: '', role: 'support', code: '' };

/** Opens an operator's account; the person gets a mail. */
export function NewOperator({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: EMPTY });
  const create = api.useMutation('post', '/api/operator/operators', {
    onSuccess: () => {
      showDone(texts.added);
      void client.invalidateQueries({ queryKey: ['get', '/api/operator/operators'] });
      onClose();
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
      form.setFieldValue('code', '');
    },
  });
  const submit = form.onSubmit(({ name, email, role, code }) =>
    create.mutate({ body: { name, email, operator_role: role, ...codeOf(code) } }),
  );
  const setRole = (role: OperatorRole) => form.setFieldValue('role', role);
  const setCode = (code: string) => form.setFieldValue('code', code);
  return (
    <Dialog onClose={onClose} title={texts.add}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.addHint}</Text>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput label={texts.name} required data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={texts.email}
            type="email"
            required
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <RoleSelect choices={roleChoices} value={form.values.role} onChange={setRole} />
          <CodeField code={form.values.code} onChange={setCode} />
          <Button type="submit" loading={create.isPending}>
            {texts.add}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
