import { Box, Button, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { formatExactTime, formatMoney } from '#panel/components/format.ts';
import { QrCode } from '#panel/components/qr-code.tsx';
import { IconCircleCheck } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common, type Status } from '#panel/texts/common.ts';
import { texts } from '#texts/counter.ts';
import { playPaid } from './paid-sound.ts';
import { useScreenOn } from './use-screen-on.ts';

/** A charge that was made at the counter. */
export interface CreatedCharge {
  readonly internal_id: string;
  readonly amount: number;
  readonly qrcode: string;
  readonly expires_at: string;
  readonly payer: string;
}

type CounterCharges = Answer<'/api/panel/{environment}/counter/charges'>;

const ASK_AGAIN_MS = 2_000;
const QR_SIZE = 320;
const ICON_SIZE = 160;

/** A charge for the person before the counter, in the whole window, until it is paid or ends. */
export function CounterCharge({ charge, onClose }: { charge: CreatedCharge; onClose: () => void }) {
  const status = useStatus(charge.internal_id);
  const isPaid = status === 'paid';
  useScreenOn(status === 'pending');
  useEffect(() => {
    if (isPaid) playPaid();
  }, [isPaid]);
  return (
    <Dialog
      fullScreen
      // A key that is pressed by mistake must not take the code from the payer.
      closeOnEscape={false}
      onClose={onClose}
      title={texts.charge}
    >
      <Stack align="center" gap="sm" ta="center">
        <Text className="counter-amount tabular">{formatMoney(charge.amount)}</Text>
        <Text size="lg">{charge.payer}</Text>
        {status === 'pending' && (
          <>
            <QrCode
              text={charge.qrcode}
              label={texts.qrCode(formatMoney(charge.amount))}
              size={QR_SIZE}
            />
            <Text>{texts.validUntil(formatExactTime(charge.expires_at, new Date()))}</Text>
          </>
        )}
        {isPaid && (
          <Box c="teal" aria-hidden>
            <IconCircleCheck size={ICON_SIZE} />
          </Box>
        )}
        <Text role="status" size="xl" fw={600}>
          {status === 'pending' && <Loader size="xs" mr="xs" aria-hidden />}
          {status === 'pending' ? texts.waiting : common.statuses[status]}
        </Text>
        <Button size="lg" variant={isPaid ? 'filled' : 'default'} onClick={onClose}>
          {texts.another}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** The status of a charge of today, which is read until the charge is paid or has ended. */
function useStatus(id: string): Status {
  const environment = useEnvironment();
  const statusIn = (list: CounterCharges | undefined): Status =>
    list?.data.find(({ internal_id: one }) => one === id)?.status ?? 'pending';
  const { data } = api.useQuery(
    'get',
    '/api/panel/{environment}/counter/charges',
    { params: { path: { environment } } },
    {
      refetchInterval: ({ state }) => (statusIn(state.data) === 'pending' ? ASK_AGAIN_MS : false),
    },
  );
  return statusIn(data);
}
