import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { CopyText } from '#panel/components/copy-text.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { QrCode } from '#panel/components/qr-code.tsx';
import { ShareButtons } from '#panel/components/share-buttons.tsx';
import { IconPlayerPlay } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/transactions.ts';
import { type ChargeStatus, EndedCharge } from './ended-charge.tsx';
import { OpenPaymentPage } from './open-payment-page.tsx';
import { useSharedCharge } from './payment-page-link.ts';

const QR_SIZE = 220;

/** A charge as its ways to pay need it. */
export interface ChargeToPay {
  readonly id: string;
  readonly amount: number;
  readonly qrcode: string;
  readonly status: ChargeStatus;
  readonly paidAt: string | null;
  readonly email?: string | null;
}

/**
 * The ways to pay a pending charge: QR code, copy-and-paste code, payment page; in test also a
 * button. Of a charge that can't be paid any more it shows the state instead of the code.
 */
export function ChargePayment({ charge }: { charge: ChargeToPay }) {
  return charge.status === 'pending' ? (
    <WaysToPay charge={charge} />
  ) : (
    <EndedCharge charge={charge} />
  );
}

function WaysToPay({ charge }: { charge: ChargeToPay }) {
  const { id, amount, qrcode } = charge;
  const environment = useEnvironment();
  const shared = useSharedCharge(charge);
  return (
    <Stack gap="md">
      <Center>
        <QrCode text={qrcode} label={texts.qrCode(formatMoney(amount))} size={QR_SIZE} />
      </Center>
      <Labelled label={texts.pixCode}>
        <CopyText value={qrcode} label={texts.pixCode} />
      </Labelled>
      <Labelled label={texts.paymentLink} hint={texts.paymentLinkHint}>
        <Stack gap="xs" align="flex-start">
          <CopyText value={shared.link} label={texts.paymentLink} />
          <ShareButtons shared={shared}>
            <OpenPaymentPage id={id} />
          </ShareButtons>
        </Stack>
      </Labelled>
      {environment === 'test' && (
        <IfAllowed operation="payTestChargeByHand">
          <Group>
            <PayTest id={id} />
          </Group>
        </IfAllowed>
      )}
    </Stack>
  );
}

function Labelled({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      {children}
    </div>
  );
}

function PayTest({ id }: { id: string }) {
  const client = useQueryClient();
  const pay = api.useMutation('post', '/api/panel/test/charges/{id}/pay', {
    onSuccess: () => {
      void client.invalidateQueries();
    },
    onError: showProblem,
  });
  return (
    <Button
      variant="light"
      leftSection={<IconPlayerPlay size={16} />}
      loading={pay.isPending}
      title={texts.payTestHint}
      onClick={() => pay.mutate({ params: { path: { id } } })}
    >
      {texts.payTest}
    </Button>
  );
}
