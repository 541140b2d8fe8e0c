import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#panel/components/lazy-part.ts';
import type { NewCharge } from './new-charge.tsx';

const Form = lazyPart(async () => (await import('./new-charge.tsx')).NewCharge);

/** The form of a new charge. It is no part of a page's first load: its code is loaded here. */
export function NewChargeDialog(props: ComponentProps<typeof NewCharge>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
