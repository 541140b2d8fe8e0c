import { Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ColorSchemeButton } from '#panel/components/color-scheme-button.tsx';
import { LazyMenuButton } from '#panel/components/lazy-menu-button.tsx';
import { RenderWhenIdle } from '#panel/components/render-when-idle.tsx';
import { IconUser } from '#panel/icons.ts';
import { lazyPart } from '#panel/routing/lazy-page.ts';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { CommandButton } from './commands/command-button.tsx';
import type { Navigation } from './navigation.ts';
import { IsInShell } from './page-message.tsx';
import { useShownNavigation } from './use-shown-navigation.ts';

const NAVBAR = 'navigation';
// Menus are the largest part of the frame, and the first page is shown without them.
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu);

/** The frame of all pages behind the log-in: menu, header, and the page itself. */
export function Shell({
  navigation,
  home,
  headerTools,
  strip,
  banner,
}: {
  navigation: Navigation;
  home: '/painel' | '/operador';
  headerTools?: ReactNode;
  /** A line of text above the header, as wide as the window. */
  strip?: string | undefined;
  banner?: ReactNode;
}) {
  const [isOpen, { toggle, close }] = useDisclosure();
  // On a phone the menu is closed at first.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches);
  const burger = useRef<HTMLButtonElement>(null);
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.focus();
  };
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {texts.skipToContent}
      </a>
      <header className="shell-header">
        {strip && (
          <Text className="strip" size="xs" fw={600}>
            {strip}
          </Text>
        )}
        <Group className="shell-tools" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              onKeyDown={closeByKey}
              hiddenFrom="sm"
              size="sm"
              aria-label={texts.openMenu}
              aria-expanded={isOpen}
              aria-controls={NAVBAR}
            />
            <Logo home={home} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <CommandButton navigation={navigation} home={home} />
            {headerTools}
            <ColorSchemeButton visibleFrom="xs" />
            <LazyUserMenu accountPath={`${home}/conta`} />
          </Group>
        </Group>
      </header>
      <nav
        id={NAVBAR}
        className="shell-navbar"
        data-open={isOpen}
        aria-label={texts.mainNavigation}
        onKeyDown={closeByKey}
      >
        <RenderWhenIdle isNow={isOpen || isWide}>
          <Menu navigation={navigation} home={home} onChoose={close} />
        </RenderWhenIdle>
      </nav>
      <Main>
        {banner}
        <Outlet />
      </Main>
    </div>
  );
}

/** The page itself. Tab continues at its beginning after the address changes. */
function Main({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    place.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main ref={place} className="shell-main" id="content" tabIndex={-1}>
      <div className="shell-page">
        <IsInShell value>{children}</IsInShell>
      </div>
    </main>
  );
}

function LazyUserMenu({ accountPath }: { accountPath: '/painel/conta' | '/operador/conta' }) {
  const { user } = useSession();
  return (
    <LazyMenuButton label={texts.userMenu(user.name)} icon={<IconUser size={18} />}>
      {(early) => <UserMenu accountPath={accountPath} early={early} />}
    </LazyMenuButton>
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
  const shown = useShownNavigation(navigation);
  return (
    <>
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
    </>
  );
}
