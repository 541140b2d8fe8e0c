import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ColorSchemeButton } from '#panel/components/color-scheme-button.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { mayCall, type OperationId, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import type { Navigation } from './navigation.ts';
import { texts } from './texts.ts';
import { UserMenu } from './user-menu.tsx';

const NAVBAR_WIDTH = 232;
const HEADER_HEIGHT = 56;
const PAGE_WIDTH_MAX = 1180;

/** The frame of all pages behind the log-in: menu, header, and the page itself. */
export function Shell({
  navigation,
  home,
  headerTools,
  banner,
}: {
  navigation: Navigation;
  home: '/painel' | '/operador';
  headerTools?: ReactNode;
  banner?: ReactNode;
}) {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: HEADER_HEIGHT }}
      navbar={{ width: NAVBAR_WIDTH, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {texts.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={texts.openMenu}
            />
            <Logo home={home} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {headerTools}
            <ColorSchemeButton />
            <UserMenu accountPath={`${home}/conta`} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.mainNavigation}>
        <Menu navigation={navigation} home={home} onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div style={{ maxWidth: PAGE_WIDTH_MAX, marginInline: 'auto' }}>
          {banner}
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Logo({ home }: { home: '/painel' | '/operador' }) {
  return (
    <Text
      component={Link}
      to={home}
      aria-label={common.productName}
      fw={700}
      c="inherit"
      style={{ textDecoration: 'none' }}
    >
      <Group gap={8} wrap="nowrap" component="span">
        <img src="/icon.svg" alt="" width={26} height={26} />
        <Text component="span" inherit visibleFrom="xs">
          {common.productName}
        </Text>
      </Group>
    </Text>
  );
}

function Menu({
  navigation,
  home,
  onChoose,
}: {
  navigation: Navigation;
  home: string;
  onChoose: () => void;
}) {
  const environment = useEnvironment();
  const session = useSession();
  const isShown = ({ operation }: { operation?: OperationId }) =>
    operation === undefined || mayCall(session, operation, environment);
  const shown = navigation
    .map((group) => ({ ...group, items: group.items.filter(isShown) }))
    .filter(({ items }) => items.length > 0);
  return (
    <ScrollArea>
      {shown.map(({ title, items }) => (
        <div key={title}>
          <Text size="xs" c="dimmed" px="xs" pt="md" pb={4}>
            {title}
          </Text>
          {items.map(({ to, label, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              leftSection={<Icon size={18} />}
              activeOptions={{ exact: to === home }}
              onClick={onChoose}
              py={7}
              style={{ borderRadius: 'var(--mantine-radius-sm)' }}
            />
          ))}
        </div>
      ))}
    </ScrollArea>
  );
}
