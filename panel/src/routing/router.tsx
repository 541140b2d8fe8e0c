import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { ErrorPage } from '#panel/layout/error-page.tsx';
import { NotFoundPage } from '#panel/layout/not-found-page.tsx';
import { ProgressBar } from '#panel/layout/progress-bar.tsx';
import {
  type EnvironmentInAddress,
  environmentInAddress,
  environmentOfAddress,
} from '#panel/session/environment.tsx';
import { rememberSearch } from '#panel/session/last-searches.ts';
import { loadSession } from '#panel/session/session.ts';
import { lazyPage } from './lazy-page.ts';
import type { Page } from './page.ts';
import { entrancePages, merchantPages, operatorPages } from './pages.ts';

const rootRoute = createRootRoute({
  component: () => (
    <>
      <ProgressBar />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar' });
    throw redirect({ to: session.role === 'merchant' ? '/painel' : '/operador' });
  },
});

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/painel',
  validateSearch: (search: Record<string, unknown>): { ambiente?: EnvironmentInAddress } => {
    const environment = environmentOfAddress(search.ambiente);
    return { ...search, ambiente: environment && environmentInAddress(environment) };
  },
  search: { middlewares: [retainSearchParams(['ambiente'])] },
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    // An operator may be viewing a merchant.
    if (session.merchant === null) throw redirect({ to: '/operador' });
  },
  component: lazyPage(() => import('#panel/layout/merchant-shell.tsx'), 'MerchantShell'),
});

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operador',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    if (session.role === 'merchant') throw redirect({ to: '/painel' });
  },
  component: lazyPage(() => import('#panel/layout/operator-shell.tsx'), 'OperatorShell'),
});

const entranceRouteOf = <Path extends string>({ path, component }: Page & { path: Path }) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });
const merchantRouteOf = <Path extends string>({ path, component, load }: Page & { path: Path }) =>
  createRoute({
    getParentRoute: () => merchantRoute,
    ...{ path, component },
    loader: async () => {
      await load?.().catch(() => {});
    },
  });
const operatorRouteOf = <Path extends string>({ path, component }: Page & { path: Path }) =>
  createRoute({ getParentRoute: () => operatorRoute, path, component });

// `map` forgets the paths of a list. These types keep them, so that the compiler checks each link.
type EntranceRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof entranceRouteOf<Pages[Index]['path']>>;
};
type MerchantRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof merchantRouteOf<Pages[Index]['path']>>;
};
type OperatorRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof operatorRouteOf<Pages[Index]['path']>>;
};

const routeTree = rootRoute.addChildren([
  homeRoute,
  ...(entrancePages.map(entranceRouteOf) as unknown as EntranceRoutes<typeof entrancePages>),
  merchantRoute.addChildren(
    merchantPages.map(merchantRouteOf) as unknown as MerchantRoutes<typeof merchantPages>,
  ),
  operatorRoute.addChildren(
    operatorPages.map(operatorRouteOf) as unknown as OperatorRoutes<typeof operatorPages>,
  ),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

// The links back to lists lead to the search that the person has left.
router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => {
  rememberSearch(pathname, search);
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
