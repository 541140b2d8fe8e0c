import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { texts } from '#panel/texts/texts.ts';
import { useEnvironmentChoice, useEnvironmentColour } from './environment.tsx';
import { merchantNavigation } from './navigation.ts';
import { useSession } from './session.ts';
import { Shell } from './shell.tsx';

/** The merchants' side. */
export function MerchantShell() {
  useEnvironmentColour();
  return (
    <Shell
      navigation={merchantNavigation}
      home="/painel"
      headerTools={<EnvironmentSwitch />}
      banner={<AccountBanner />}
    />
  );
}

function EnvironmentSwitch() {
  const { environment, choose } = useEnvironmentChoice();
  return (
    <SegmentedControl
      aria-label={texts.layout.environment}
      size="xs"
      color={environment}
      value={environment}
      onChange={(value) => choose(value === 'live' ? 'live' : 'test')}
      data={[
        { value: 'test', label: texts.layout.test },
        { value: 'live', label: texts.layout.live },
      ]}
    />
  );
}

/** What everybody of this account should know first. */
function AccountBanner() {
  const { merchant } = useSession();
  if (merchant?.is_sandbox) {
    return <Banner title={texts.layout.sandboxTitle} hint={texts.layout.sandboxHint} />;
  }
  if (merchant?.status === 'pending_kyc') {
    return <Banner title={texts.layout.kycTitle} hint={texts.layout.kycHint} hasAction />;
  }
  if (merchant?.status === 'rejected') {
    return <Banner title={texts.layout.rejectedTitle} hint={texts.layout.rejectedHint} hasAction />;
  }
  if (merchant?.status === 'suspended') {
    return <Banner title={texts.layout.suspendedTitle} hint={texts.layout.suspendedHint} />;
  }
  return null;
}

function Banner({ title, hint, hasAction }: { title: string; hint: string; hasAction?: boolean }) {
  return (
    <Alert mb="lg" variant="outline" icon={<IconInfoCircle size={18} />} title={title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{hint}</Text>
        {hasAction && (
          <Button component={Link} to="/painel/cadastro" size="xs">
            {texts.layout.kycAction}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
