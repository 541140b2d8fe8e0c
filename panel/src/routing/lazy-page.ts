import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';

/**
 * The error of a page whose code could not be loaded: the server is down, or has a newer version.
 */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/** A page whose code is loaded when it is first opened. Errors are shown by the error page. */
export function lazyPage<Module extends Record<Name, () => React.ReactNode>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<object> {
  const loadOrTell = () =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded('a page could not be loaded', { cause });
    });
  return lazyRouteComponent(loadOrTell, name) as AsyncRouteComponent<object>;
}
