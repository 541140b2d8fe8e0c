import { Alert, SimpleGrid } from '@mantine/core';
import { PageHeader } from '#panel/components/page-header.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { ChangeEmail, ChangePassword } from './change-credentials.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own account, for merchants and operators. */
export function AccountPage() {
  const { user, merchant } = useSession();
  return (
    <>
      <PageHeader title={texts.title} description={user.email} />
      {merchant?.is_sandbox ? (
        <Alert variant="outline">{texts.sandboxClosed}</Alert>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <SecondFactor />
          <Sessions />
          <ChangePassword />
          <ChangeEmail />
        </SimpleGrid>
      )}
    </>
  );
}
