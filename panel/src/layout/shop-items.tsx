import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useChooseMerchant } from '#panel/features/accounts/auth/memberships/use-choose-merchant.ts';
import { IconBuildingStore } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/shops.ts';

/** More shops than these stand on their page only. */
const LISTED_MAX = 5;

/** The other shops of a person who has several, as items of the user's menu. */
export function ShopItems() {
  const { merchant, merchants } = useSession();
  const { choose } = useChooseMerchant();
  const others = merchants.filter(({ username }) => username !== merchant?.username);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{texts.switch}</Menu.Label>
      {others.slice(0, LISTED_MAX).map(({ username, name, member_role: role }) => (
        <Menu.Item
          key={username}
          leftSection={<IconBuildingStore size={16} />}
          onClick={() => choose(username)}
          styles={{ itemLabel: { minWidth: 0 } }}
        >
          <Text span size="sm" display="block" truncate>
            {name}
          </Text>
          <Text span size="xs" c="dimmed" display="block">
            {common.memberRoles[role]}
          </Text>
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to="/painel/lojas">
        {texts.all}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}
