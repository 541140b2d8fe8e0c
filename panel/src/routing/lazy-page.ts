import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { PageNotLoaded } from '#panel/components/lazy-part.ts';

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
