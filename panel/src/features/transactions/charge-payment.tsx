import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { CopyText } from '#panel/components/copy-text.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { May } from '#panel/components/may.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { QrCode } from '#panel/components/qr-code.tsx';
import { IconExternalLink, IconPlayerPlay } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from './texts.ts';

const QR_SIZE = 220;

/** The ways to pay a charge: QR code, copy-and-paste code, payment page; in test also a button. */
export function ChargePayment({
  id,
  amount,
  qrcode,
  isPayable,
}: {
  id: string;
  amount: number;
  qrcode: string;
  isPayable: boolean;
}) {
  const environment = useEnvironment();
  const link = new URL(`/pagar/${id}`, location.origin).href;
  return (
    <Stack gap="md">
      {isPayable && (
        <Center>
          <QrCode text={qrcode} label={texts.qrCode(formatMoney(amount))} size={QR_SIZE} />
        </Center>
      )}
      <Labelled label={texts.pixCode}>
        <CopyText value={qrcode} label={texts.pixCode} />
      </Labelled>
      <Labelled label={texts.paymentLink} hint={texts.paymentLinkHint}>
        <CopyText value={link} label={texts.paymentLink} />
      </Labelled>
      <Group gap="xs">
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={16} />}
        >
          {texts.openPaymentPage}
        </Button>
        {isPayable && environment === 'test' && (
          <May operation="payTestChargeByHand">
            <PayTest id={id} />
          </May>
        )}
      </Group>
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
