import {
  ActionIcon,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type RefObject, Suspense, useRef } from 'react';
import { chooseLanguage, otherLanguage } from '#panel/components/language-switch.tsx';
import { type EarlyUse, useEarly } from '#panel/components/lazy-menu-button.tsx';
import { lazyPart } from '#panel/components/lazy-part.ts';
import {
  IconBook2,
  IconLanguage,
  IconLogout,
  IconMail,
  IconMoon,
  IconSun,
  IconUser,
} from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { brand } from '#panel/texts/brand.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { useLogOut } from './use-log-out.ts';

// Few people have several shops.
const ShopItems = lazyPart(async () => (await import('./shop-items.tsx')).ShopItems);

/** The user's name, with links to the account and to log out. */
export function UserMenu({
  accountPath,
  early,
}: {
  accountPath: '/painel/conta' | '/operador/conta';
  early: RefObject<EarlyUse>;
}) {
  const { user, merchant, merchants } = useSession();
  const logOut = useLogOut();
  // On a phone the header has no room for its button.
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const [isOpen, { open, close }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  useEarly(early, button, open);
  return (
    <Menu
      opened={isOpen}
      onOpen={open}
      onClose={close}
      position="bottom-end"
      width={240}
      withinPortal={false}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size="lg" aria-label={texts.userMenu(user.name)}>
          <IconUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" size="sm" c="bright" truncate>
            {merchant?.name ?? user.name}
          </Text>
          <Text component="span" display="block" size="xs" truncate>
            {merchant ? `@${merchant.username}` : user.email}
          </Text>
        </Menu.Label>
        {merchants.length > 1 && (
          <Suspense>
            <ShopItems />
          </Suspense>
        )}
        <Menu.Item component={Link} to={accountPath} leftSection={<IconUser size={16} />}>
          {texts.account}
        </Menu.Item>
        <Menu.Item component="a" href="/guia" leftSection={<IconBook2 size={16} />}>
          {texts.guide}
        </Menu.Item>
        {brand.supportUrl && (
          <Menu.Item component="a" href={brand.supportUrl} leftSection={<IconMail size={16} />}>
            {common.support}
          </Menu.Item>
        )}
        <Menu.Item
          lang={otherLanguage}
          leftSection={<IconLanguage size={16} />}
          onClick={() => chooseLanguage(otherLanguage)}
        >
          {common.otherLanguage}
        </Menu.Item>
        <Menu.Item
          hiddenFrom="xs"
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? common.lightTheme : common.darkTheme}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
