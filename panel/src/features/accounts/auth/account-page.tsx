import { Alert, Button, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '#panel/components/page-header.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { texts as shopTexts } from '#texts/shops.ts';
import { ChangeEmail, ChangePassword } from './change-credentials.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own account, for merchants and operators. */
export function AccountPage() {
  const { user, merchant, merchants } = useSession();
  const hasShops = merchants.length > 0 && !merchant?.is_sandbox;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={user.email}
        actions={hasShops && <ShopsLink />}
      />
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

/** Leads to the merchants of the person, where each can be opened and left. */
function ShopsLink() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/painel/lojas" {...props} />}>
      {shopTexts.title}
    </Button>
  );
}
