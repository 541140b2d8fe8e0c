import { formatMoney } from '#panel/components/format.ts';
import type { Shared } from '#panel/components/share-buttons.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts as sharing } from '#texts/sharing.ts';

/** The address of the payment page of a charge. */
export function paymentPageOf(id: string): string {
  return new URL(`/pagar/${id}`, location.origin).href;
}

/** The message that is sent to the payer of a charge. */
export function useSharedCharge(charge: {
  readonly id: string;
  readonly amount: number;
  readonly email?: string | null;
}): Shared {
  const { merchant } = useSession();
  const environment = useEnvironment();
  const amount = formatMoney(charge.amount);
  const name = merchant?.name ?? '';
  const message = sharing.chargeMessage(amount, name);
  return {
    subject: sharing.chargeSubject(amount, name),
    message: environment === 'test' ? `${sharing.testMark} ${message}` : message,
    link: paymentPageOf(charge.id),
    email: charge.email ?? null,
  };
}
