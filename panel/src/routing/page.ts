import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

import type { OperationId } from '#panel/session/session.ts';
import type { Language } from '#panel/texts/language.ts';

/** The entries of the menu that lead to several pages, by the keys of their titles. */
export type MenuSection =
  | 'transactions'
  | 'charging'
  | 'paying'
  | 'reports'
  | 'integration'
  | 'account';

/** What the menu counts. */
export type Counted = 'approvals' | 'disputes';

/** All that the panel knows of a page before its code is loaded. */
export interface Page {
  /** Below `/painel` or `/operador`. */
  readonly path: string;
  readonly component: AsyncRouteComponent<object>;
  /**
   * Reads the page's data before it is shown, by the search of its address. A failure is shown by
   * the page itself.
   */
  readonly load?: (search: Record<string, unknown>) => Promise<unknown>;
  /** In the menu, in the search, and above the page if the page gives no title itself. */
  readonly title?: Readonly<Record<Language, string>>;
  /** The page's place in the menu. It needs a title. */
  readonly menu?: {
    /** The entry that shows the page as a tab; without it the page has an entry of its own. */
    readonly section?: MenuSection;
    /** The operation that the page reads: roles that may not call it don't see the page there. */
    readonly operation?: OperationId;
    readonly icon: FunctionComponent<{ size?: number }>;
    /** What waits on the page: its number stands beside its name. */
    readonly count?: Counted;
  };
}
