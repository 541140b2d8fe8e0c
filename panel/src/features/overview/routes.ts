import { queryClient } from '#panel/api/query-client.ts';
import { currentEnvironment } from '#panel/early/kept-choices.ts';
import { keptPeriod } from '#panel/early/overview-address.ts';
import { IconHome } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';
import { overviewQuery } from './overview-query.ts';

export const merchantPages = [
  {
    path: '/',
    component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
    load: () => queryClient.ensureQueryData(overviewQuery(currentEnvironment(), keptPeriod())),
    menu: { group: 'money', label: menu.home, icon: IconHome },
  },
] as const satisfies readonly Page[];
