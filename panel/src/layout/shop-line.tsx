import { NavLink, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconBuildingStore } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/shops.ts';

/** The shown merchant and the person's role there; undefined for a person with one merchant. */
function useShop() {
  const { merchant, merchants, member_role: role } = useSession();
  if (!merchant || !role || merchants.length < 2) return undefined;
  return { name: merchant.name, roleName: common.memberRoles[role] };
}

/** The shop of a person who has several, above the menu: leads to the list of them. */
export function ShopOfMenu({ onChoose }: { onChoose: () => void }) {
  const shop = useShop();
  if (!shop) return null;
  return (
    <NavLink
      component={Link}
      to="/painel/lojas"
      label={<ShopName name={shop.name} />}
      description={shop.roleName}
      leftSection={<IconBuildingStore size={18} />}
      onClick={onChoose}
      mb="xs"
      style={{ borderRadius: 'var(--mantine-radius-sm)' }}
    />
  );
}

/** The same above the page, where the menu is closed. */
export function ShopOfPage() {
  const shop = useShop();
  if (!shop) return null;
  return (
    <UnstyledButton component={Link} to="/painel/lojas" hiddenFrom="sm" display="block" mb="md">
      <Text span size="sm" display="block" truncate>
        <IconBuildingStore size={14} /> <ShopName name={shop.name} /> · {shop.roleName}
      </Text>
    </UnstyledButton>
  );
}

function ShopName({ name }: { name: string }) {
  return (
    <>
      <span className="heard-only">{texts.current} </span>
      {name}
    </>
  );
}
