import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { currentEnvironment } from '#panel/early/kept-choices.ts';
import { ErrorPage } from '#panel/layout/error-page.tsx';
import { loadFrame } from '#panel/layout/frame-queries.ts';
import { NotFoundPage } from '#panel/layout/not-found-page.tsx';
import { ProgressBar } from '#panel/layout/progress-bar.tsx';
import {
  type EnvironmentInAddress,
  environmentInAddress,
  environmentOfAddress,
} from '#panel/session/environment.tsx';
import { rememberSearch } from '#panel/session/last-searches.ts';
import { loadSession } from '#panel/session/session.ts';
import { language } from '#panel/texts/language.ts';
import { lazyPage } from './lazy-page.ts';
import { loggedOutPages } from './logged-out-pages.ts';
import { merchantPages } from './merchant-pages.ts';
import { operatorPages } from './operator-pages.ts';
import type { Page } from './page.ts';

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
  beforeLoad: async ({ location, search }) => {
    const session = await loadSession();
    if (!session) throw redirect({ to: '/entrar', search: { voltar: location.href } });
    // An operator may be viewing a merchant.
    if (session.merchant === null) throw redirect({ to: '/operador' });
    const isHome = location.pathname === '/painel';
    if (session.member_role === 'till' && isHome) throw redirect({ to: '/painel/cobrar' });
    // Before the page is rendered: with another address all of it would be rendered again.
    if (search.ambiente === undefined) {
      const ambiente = environmentInAddress(currentEnvironment());
      throw redirect({ to: '.', search: (all) => ({ ...all, ambiente }), replace: true });
    }
  },
  loader: loadFrame,
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

const loggedOutRouteOf = <Path extends string>({ path, component }: Page & { path: Path }) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });
const merchantRouteOf = <Path extends string>({
  path,
  component,
  load,
  title,
}: Page & { path: Path }) =>
  createRoute({
    getParentRoute: () => merchantRoute,
    path,
    component,
    staticData: { title: title?.[language] },
    loader: async ({ location }) => {
      await load?.(location.search).catch(() => {});
    },
  });
const operatorRouteOf = <Path extends string>({ path, component, title }: Page & { path: Path }) =>
  createRoute({
    getParentRoute: () => operatorRoute,
    path,
    component,
    staticData: { title: title?.[language] },
  });

// `map` forgets the paths of a list. These types keep them, so that the compiler checks each link.
type LoggedOutRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof loggedOutRouteOf<Pages[Index]['path']>>;
};
type MerchantRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof merchantRouteOf<Pages[Index]['path']>>;
};
type OperatorRoutes<Pages extends readonly Page[]> = {
  [Index in keyof Pages]: ReturnType<typeof operatorRouteOf<Pages[Index]['path']>>;
};

const routeTree = rootRoute.addChildren([
  homeRoute,
  ...(loggedOutPages.map(loggedOutRouteOf) as unknown as LoggedOutRoutes<typeof loggedOutPages>),
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
  interface StaticDataRouteOption {
    /** The page's title, in the language of the panel. */
    title?: string;
  }
}
