import { Burger, Button, Group, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ColorSchemeButton } from '#panel/components/color-scheme-button.tsx';
import { LazyMenuButton } from '#panel/components/lazy-menu-button.tsx';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { RenderWhenIdle } from '#panel/components/render-when-idle.tsx';
import { IconMenu, IconShieldLock, IconUser } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { mayCall, useMay, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { CommandButton } from './commands/command-button.tsx';
import {
  type Home,
  isBelow,
  type MenuEntry,
  type MenuPage,
  type Navigation,
} from './navigation.ts';
import { IsInShell, PageMessage } from './page-message.tsx';
import { useShownNavigation } from './use-shown-navigation.ts';

const NAVBAR = 'navigation';
const MenuCount = lazyPart(async () => (await import('./idle-parts.ts')).MenuCount);
// Menus are the largest part of the frame, and the first page is shown without them.
const UserMenu = lazyPart(async () => (await import('./idle-parts.ts')).UserMenu);

/** The frame of all pages behind the log-in: menu, header, and the page itself. */
export function Shell({
  navigation,
  home,
  headerTools,
  strip,
  banner,
  bar,
  menuHead,
}: {
  navigation: Navigation;
  home: Home;
  headerTools?: ReactNode;
  /** A line of text above the header, as wide as the window. */
  strip?: string | undefined;
  banner?: ReactNode;
  /** The places in the bar of a phone, whose last button opens the menu. */
  bar?: Navigation | undefined;
  /** Above the menu; what is chosen there closes the menu of a phone. */
  menuHead?: (close: () => void) => ReactNode;
}) {
  const [isOpen, { toggle, close }] = useDisclosure();
  // On a phone the menu is closed at first.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches);
  useNamedParts(strip !== undefined, bar !== undefined);
  const mayRead = useMay('searchTransactions') || home === '/operador';
  const opener = useRef<HTMLButtonElement>(null);
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    opener.current?.focus();
  };
  const menuButton = {
    ref: opener,
    onClick: toggle,
    onKeyDown: closeByKey,
    'aria-expanded': isOpen,
    'aria-controls': NAVBAR,
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
            {!bar && (
              <Burger
                {...menuButton}
                opened={isOpen}
                hiddenFrom="sm"
                size="sm"
                aria-label={texts.openMenu}
              />
            )}
            <Logo home={home} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {mayRead && <CommandButton navigation={navigation} home={home} />}
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
        {menuHead?.(close)}
        <RenderWhenIdle isNow={isOpen || isWide}>
          <Menu navigation={navigation} home={home} onChoose={close} />
        </RenderWhenIdle>
      </nav>
      <Main>
        {banner}
        <SectionTabs navigation={navigation} home={home} />
        <AllowedPage navigation={navigation} home={home} />
      </Main>
      {bar && (
        <Bar places={bar} home={home} onChoose={close}>
          <UnstyledButton {...menuButton} aria-label={texts.moreLabel}>
            <IconMenu size={20} />
            {texts.more}
          </UnstyledButton>
        </Bar>
      )}
    </div>
  );
}

/** Names the parts of the frame at the root of the document, for the styles of all that they move. */
function useNamedParts(hasStrip: boolean, hasBar: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.frame = `shell${hasStrip ? ' strip' : ''}${hasBar ? ' bar' : ''}`;
    return () => {
      delete dataset.frame;
    };
  }, [hasStrip, hasBar]);
}

/** The places that a phone shows below each page. */
function Bar({
  places,
  home,
  onChoose,
  children,
}: {
  places: Navigation;
  home: Home;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <nav className="shell-bar" aria-label={texts.mainPlaces}>
      {useShownNavigation(places).map(({ label, pages: [page] }) => {
        if (!page) return null;
        const { to, icon: Icon } = page;
        return (
          <Link key={to} to={to} onClick={onChoose} activeOptions={{ exact: to === home }}>
            <Icon size={20} />
            {label}
            <RenderWhenIdle>
              <Counts pages={[page]} />
            </RenderWhenIdle>
          </Link>
        );
      })}
      {children}
    </nav>
  );
}

/** The shown page, or a message when the user's role may not read what it shows. */
function AllowedPage({ navigation, home }: { navigation: Navigation; home: Home }) {
  // What the outlet shows, which is not the address while the next page is loaded.
  const address = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? home });
  const environment = useEnvironment();
  const session = useSession();
  const page = navigation
    .flatMap(({ pages }) => pages)
    .find((one) => one.to !== home && isBelow(address, one));
  const operation = page?.operation;
  if (operation === undefined || mayCall(session, operation, environment)) return <Outlet />;
  return (
    <PageMessage
      key={address}
      icon={IconShieldLock}
      title={texts.closedPage}
      description={texts.closedPageHint[home]}
      action={
        <Button component={Link} to={home}>
          {texts.goHome}
        </Button>
      }
    />
  );
}

/** The page itself. After the address changes its heading has the focus. */
function Main({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    const heading = place.current?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? place.current)?.focus({ preventScroll: true });
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

function Logo({ home }: { home: Home }) {
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
  home: Home;
  onChoose: () => void;
}) {
  const shown = useShownNavigation(navigation);
  const open = useOpenEntry(shown, home);
  return shown.map((entry) => {
    const [first] = entry.pages;
    const Icon = first?.icon;
    return (
      <NavLink
        key={entry.label}
        component={Link}
        to={first?.to ?? home}
        label={entry.label}
        leftSection={Icon && <Icon size={18} />}
        rightSection={<Counts pages={entry.pages} />}
        active={entry.label === open?.label}
        activeOptions={{ exact: true }}
        onClick={onChoose}
        py={7}
        style={{ borderRadius: 'var(--mantine-radius-sm)' }}
      />
    );
  });
}

/** The pages of the section in which the shown page is, as tabs. */
function SectionTabs({ navigation, home }: { navigation: Navigation; home: Home }) {
  const section = useOpenEntry(useShownNavigation(navigation), home);
  if (!section || section.pages.length < 2) return null;
  return (
    <nav className="section-tabs" aria-label={section.label}>
      {section.pages.map(({ to, label, count }) => (
        <Link key={to} to={to} ref={showWhole}>
          {label}
          <Counts pages={[{ to, count }]} />
        </Link>
      ))}
    </nav>
  );
}

/** How much waits on pages. */
function Counts({ pages }: { pages: readonly Pick<MenuPage, 'to' | 'count'>[] }) {
  return (
    <RenderWhenIdle>
      <Suspense>
        {pages.map(({ to, count }) => count && <MenuCount key={to} of={count} />)}
      </Suspense>
    </RenderWhenIdle>
  );
}

/**
 * On a phone the tabs don't fit the window: scrolls to the one that is open, before it is drawn. Its
 * own `scrollIntoView` would make Tab continue behind it.
 */
function showWhole(tab: HTMLAnchorElement | null): void {
  const tabs = tab?.parentElement;
  if (!tab?.ariaCurrent || !tabs) return;
  // In the frame the browser places the elements anyway. Here it would do so while React works.
  requestAnimationFrame(() => {
    tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
  });
}

/** The entry of the menu to which the shown page belongs. */
function useOpenEntry(entries: Navigation, home: Home): MenuEntry | undefined {
  const address = useLocation({ select: ({ pathname }) => pathname });
  return entries.find(({ pages }) =>
    pages.some((page) => (page.to === home ? address === home : isBelow(address, page))),
  );
}
