import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/team.ts';
import { JoinWithAccount } from './join-with-account.tsx';

type Invitation = NonNullable<ReturnType<typeof useInvitation>['data']>;

/** Accepts an invitation by the link of a mail: the token is after the `#`. */
export function InvitationPage() {
  const token = location.hash.slice(1);
  const { mutate, data, error } = useInvitation();
  useEffect(() => {
    if (token !== '') mutate({ body: { token } });
  }, [token, mutate]);
  return (
    <LoggedOutLayout title={texts.invitationTitle}>
      {token === '' && <Text>{texts.linkMissing}</Text>}
      {error && <ProblemAlert error={error} />}
      {(token === '' || error) && (
        <Button
          mt="md"
          fullWidth
          variant="default"
          renderRoot={(props) => <Link to="/entrar" {...props} />}
        >
          {texts.logIn}
        </Button>
      )}
      {data && <Opened invitation={data} token={token} />}
    </LoggedOutLayout>
  );
}

function useInvitation() {
  return api.useMutation('post', '/api/account/invitation', { meta: { isStep: true } });
}

function Opened({ invitation, token }: { invitation: Invitation; token: string }) {
  const { merchant_name: merchant, member_role: role, email } = invitation;
  return (
    <Stack gap="md">
      <Text>{texts.invitationHint(merchant, common.memberRoles[role])}</Text>
      <Text size="sm" c="dimmed">
        {common.memberRoleHints[role]}
      </Text>
      {invitation.has_account ? (
        <JoinWithAccount email={email} token={token} />
      ) : (
        <AcceptForm email={email} token={token} />
      )}
    </Stack>
  );
}

function AcceptForm({ email, token }: { email: string; token: string }) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const accept = api.useMutation('post', '/api/account/invitation/accept', {
    onSuccess: () => {
      showDone(texts.accepted);
      void navigate({ to: '/entrar' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Form
      check={form.validate}
      onSubmit={form.onSubmit((values) => accept.mutate({ body: { token, ...values } }))}
    >
      <Stack gap="md">
        {accept.error && <ProblemAlert error={accept.error} />}
        <TextInput
          label={texts.email}
          type="email"
          value={email}
          autoComplete="username"
          readOnly
        />
        <TextInput
          label={texts.yourName}
          required
          maxLength={200}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <PasswordInput
          label={texts.password}
          description={texts.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={accept.isPending} fullWidth>
          {texts.accept}
        </Button>
      </Stack>
    </Form>
  );
}
