import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconBook2, IconLogout, IconUser } from '#panel/icons.ts';
import { forgetSession, useSession } from '#panel/session/session.ts';
import { texts } from './texts.ts';

/** The user's name, with links to the account and to log out. */
export function UserMenu({ accountPath }: { accountPath: '/painel/conta' | '/operador/conta' }) {
  const { user, merchant } = useSession();
  const navigate = useNavigate();
  const logOut = api.useMutation('post', '/api/account/log-out', {
    onSuccess: async () => {
      await navigate({ to: '/entrar' });
      forgetSession();
    },
    onError: showProblem,
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={texts.userMenu(user.name)}>
          <IconUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="bright" truncate>
            {merchant?.name ?? user.name}
          </Text>
          <Text size="xs" truncate>
            {merchant ? `@${merchant.username}` : user.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to={accountPath} leftSection={<IconUser size={16} />}>
          {texts.account}
        </Menu.Item>
        <Menu.Item component="a" href="/guia" leftSection={<IconBook2 size={16} />}>
          {texts.guide}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logOut.mutate({})}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
