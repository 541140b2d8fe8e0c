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
import { texts } from '#texts/team.ts';
import { type MemberRole, roleChoices } from './role-choices.ts';

interface Values {
  readonly email: string;
  readonly role: MemberRole;
  readonly code: string;
}

/** Invites a person by e-mail, with a role. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: { email: '', role: 'viewer', code: '' } });
  const invite = api.useMutation('post', '/api/panel/team/invitations', {
    onSuccess: () => {
      showDone(texts.invited);
      void client.invalidateQueries({ queryKey: ['get', '/api/panel/team/invitations'] });
      onClose();
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
      form.setFieldValue('code', '');
    },
  });
  const submit = form.onSubmit(({ email, role, code }) =>
    invite.mutate({ body: { email, member_role: role, ...codeOf(code) } }),
  );
  return (
    <Dialog onClose={onClose} title={texts.invite}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.inviteHint}</Text>
          {invite.error && <ProblemAlert error={invite.error} />}
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <RoleSelect
            choices={roleChoices}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
          />
          <CodeField
            code={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            environment="live"
          />
          <Button type="submit" loading={invite.isPending}>
            {texts.sendInvitation}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
