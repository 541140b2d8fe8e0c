import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { AssignButton } from './assign-button.tsx';
import { canPayCharge, type IncomingPayment } from './incoming-payment-types.ts';
import { PayChargeButton } from './pay-charge-button.tsx';
import { ReturnButton } from './return-button.tsx';

/** What an operator may do with a payment in suspense. */
export function Decisions({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  return (
    <>
      {canPayCharge(incomingPayment) && (
        <IfAllowed operation="payChargeWithIncomingPayment">
          <PayChargeButton incomingPayment={incomingPayment} />
        </IfAllowed>
      )}
      <IfAllowed operation="assignIncomingPayment">
        <AssignButton incomingPayment={incomingPayment} />
      </IfAllowed>
      <IfAllowed operation="returnIncomingPayment">
        <ReturnButton incomingPayment={incomingPayment} />
      </IfAllowed>
    </>
  );
}
