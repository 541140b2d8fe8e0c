import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

import type { OperationId } from '#panel/session/session.ts';

/** The groups of both menus, by the keys of their titles. */
export type MenuGroup = 'money' | 'charging' | 'paying' | 'integration' | 'account' | 'platform';

/** A page of a feature: its path below its side, and its entry in the menu if it has one. */
export interface Page {
  readonly path: string;
  readonly component: AsyncRouteComponent<object>;
  /** Reads the page's data before it is shown. A failure is shown by the page itself. */
  readonly load?: () => Promise<unknown>;
  readonly menu?: {
    readonly group: MenuGroup;
    /** The operation that the page reads: roles that may not call it don't see the entry. */
    readonly operation?: OperationId;
    readonly label: string;
    readonly icon: FunctionComponent<{ size?: number }>;
  };
}
