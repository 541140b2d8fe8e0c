import { type FunctionComponent, lazy } from 'react';
import { serverIsBack } from '#panel/api/connection.ts';

/**
 * The error of a page whose code could not be loaded: the server is down, or has a newer version.
 */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/**
 * A part of a page whose code is loaded when it is first shown. While the server is unreachable it
 * waits. If its code can't be loaded then either, the error page takes the place of the page.
 */
export function lazyPart<Props extends object>(load: () => Promise<FunctionComponent<Props>>) {
  return lazy(async () => {
    const part = load().catch(() => loadAgain(load));
    return { default: await part };
  });
}

/** The same for a part without which the panel works: it is left out if it can't be loaded. */
export function optionalPart(load: () => Promise<FunctionComponent>) {
  return lazyPart(() => load().catch(() => loadAgain(load).catch(() => () => null)));
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  await serverIsBack();
  return load().catch((cause: unknown) => {
    throw new PageNotLoaded('a part of a page could not be loaded', { cause });
  });
}
