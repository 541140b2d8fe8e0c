import type { ReactNode } from 'react';
import { type OperationId, useMay } from '#panel/session/session.ts';

/** Shows its children to users whose role may call an operation in the current environment. */
export function IfAllowed({
  operation,
  children,
}: {
  operation: OperationId;
  children: ReactNode;
}) {
  return useMay(operation) ? children : null;
}
