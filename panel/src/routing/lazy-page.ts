import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';

/** A page whose code could not be loaded: the server is away, or a newer version replaced it. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/** A page that is loaded when it is first opened. A failure reaches the error page. */
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
