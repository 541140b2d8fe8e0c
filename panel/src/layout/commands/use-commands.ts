import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { chooseLanguage, otherLanguage } from '#panel/components/language-switch.tsx';
import { useChooseMerchant } from '#panel/features/accounts/auth/memberships/use-choose-merchant.ts';
import {
  IconBook2,
  IconBuildingStore,
  IconFileText,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconSend,
  IconSun,
  IconUser,
} from '#panel/icons.ts';
import { useEnvironmentChoice } from '#panel/session/environment.tsx';
import { useMayMoveMoney, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/commands.ts';
import { texts as layoutTexts } from '#texts/layout.ts';
import { texts as shopTexts } from '#texts/shops.ts';
import type { Home, Navigation } from '../navigation.ts';
import { useLogOut } from '../use-log-out.ts';
import { useShownNavigation } from '../use-shown-navigation.ts';
import type { Command, CommandForm } from './command.ts';

/** The pages that the user may open. */
export function usePageCommands(navigation: Navigation, home: Home): Command[] {
  const navigate = useNavigate();
  const pages = useShownNavigation(navigation).flatMap((entry) => entry.pages);
  const shown = pages.map(({ to, label, icon }) => ({
    id: `page ${to}`,
    label,
    icon,
    run: () => navigate({ to }),
  }));
  const account = `${home}/conta` as const;
  return [
    ...shown.filter(({ id }) => id !== `page ${account}`),
    {
      id: `page ${account}`,
      label: layoutTexts.account,
      icon: IconUser,
      run: () => navigate({ to: account }),
    },
  ];
}

/** The commands that the user may run from everywhere. */
export function useActionCommands(home: Home, onForm: (form: CommandForm) => void): Command[] {
  const forMerchants = useMerchantActions(onForm);
  const shops = useShopActions();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const logOut = useLogOut();
  return [
    ...(home === '/painel' ? [...forMerchants, ...shops] : []),
    {
      id: 'theme',
      label: isDark ? texts.toLight : texts.toDark,
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: common.otherLanguage,
      icon: IconLanguage,
      run: () => chooseLanguage(otherLanguage),
    },
    { id: 'guide', label: texts.guide, icon: IconBook2, run: () => location.assign('/guia') },
    {
      id: 'reference',
      label: texts.reference,
      icon: IconFileText,
      run: () => location.assign('/docs'),
    },
    { id: 'log-out', label: texts.logOut, icon: IconLogout, run: logOut },
  ];
}

/** Opens another shop of a person who has several. */
function useShopActions(): Command[] {
  const { merchant, merchants } = useSession();
  const { choose } = useChooseMerchant();
  return merchants
    .filter(({ username }) => username !== merchant?.username)
    .map(({ username, name, member_role: role }) => ({
      id: `shop ${username}`,
      label: shopTexts.openShop(name),
      icon: IconBuildingStore,
      detail: common.memberRoles[role],
      run: () => choose(username),
    }));
}

function useMerchantActions(onForm: (form: CommandForm) => void): Command[] {
  const mayCharge = useMayMoveMoney('createChargeByHand');
  const mayPayOut = useMayMoveMoney('createPayoutByHand');
  const { environment, choose } = useEnvironmentChoice();
  const other = environment === 'test' ? 'live' : 'test';
  const newCharge: Command = {
    id: 'new-charge',
    label: texts.newCharge,
    icon: IconPlus,
    run: () => onForm('new-charge'),
  };
  const newPayout: Command = {
    id: 'new-payout',
    label: texts.newPayout,
    icon: IconSend,
    run: () => onForm('new-payout'),
  };
  return [
    ...(mayCharge ? [newCharge] : []),
    ...(mayPayOut ? [newPayout] : []),
    {
      id: 'environment',
      label: other === 'live' ? texts.toLive : texts.toTest,
      icon: IconRefresh,
      run: () => choose(other),
    },
  ];
}
