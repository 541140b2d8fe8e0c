import { Box, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { formatMoney, formatTime } from '#panel/components/format.ts';
import { QrCode } from '#panel/components/qr-code.tsx';
import { IconCircleCheck, IconMaximize, IconMinimize } from '#panel/icons.ts';
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

const ASK_AGAIN_MS = 2_000;
const QR_SIZE = 320;
const ICON_SIZE = 160;

/** A charge for the person before the counter, in the whole window, until it is paid or ends. */
export function CounterCharge({ charge, onClose }: { charge: CreatedCharge; onClose: () => void }) {
  const status = useStatus(charge.internal_id);
  const isPending = status === 'pending';
  const isPaid = status === 'paid';
  const amount = formatMoney(charge.amount);
  useScreenOn(isPending);
  const client = useQueryClient();
  useEffect(() => {
    if (!isPaid) return;
    playPaid();
    // The list below the dialog shows the payment too.
    void client.invalidateQueries();
  }, [client, isPaid]);
  return (
    <Dialog
      fullScreen
      // A key that is pressed by mistake, or that ends the full screen, must not take the code away.
      closeOnEscape={false}
      onClose={onClose}
      title={texts.charge}
    >
      <Stack align="center" gap="sm" ta="center">
        <Text className="counter-amount tabular" style={{ '--letters': amount.length }}>
          {amount}
        </Text>
        <Text size="lg">{charge.payer}</Text>
        <Text role="status" size="xl" fw={600}>
          {isPending && <Loader size="xs" mr="xs" aria-hidden />}
          {isPending ? texts.waiting : common.statuses[status]}
        </Text>
        {(isPending || isPaid) && (
          <div className="counter-code">
            {isPending ? (
              <QrCode text={charge.qrcode} label={texts.qrCode(amount)} size={QR_SIZE} />
            ) : (
              <Box c="teal" aria-hidden>
                <IconCircleCheck size={ICON_SIZE} />
              </Box>
            )}
          </div>
        )}
        {(isPending || isPaid) && (
          // Keeps its room, so that the buttons stay when the charge is paid.
          <Text style={isPaid ? { visibility: 'hidden' } : {}}>
            {texts.validUntil(formatTime(charge.expires_at, new Date()))}
          </Text>
        )}
        <Group justify="center" gap="sm">
          <Button size="lg" variant={isPaid ? 'filled' : 'default'} onClick={onClose}>
            {texts.another}
          </Button>
          <FullScreenButton />
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The status of the charge, which is read until the charge is paid or has ended. */
function useStatus(id: string): Status {
  const environment = useEnvironment();
  const { data } = api.useQuery(
    'get',
    '/api/panel/{environment}/counter/charges/{id}',
    { params: { path: { environment, id } } },
    { refetchInterval: ({ state }) => (isOpen(state.data?.status) ? ASK_AGAIN_MS : false) },
  );
  return data?.status ?? 'pending';
}

function isOpen(status: Status | undefined): boolean {
  return status === undefined || status === 'pending';
}

/** The button of the browser's own full screen, where the browser has it (iPhones don't). */
function FullScreenButton() {
  const { fullscreen: isFull, toggle } = useFullscreenDocument();
  useEffect(() => leaveFullScreen, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <Button
      size="lg"
      variant="default"
      leftSection={isFull ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
      // The dialog covers the window already, so a refusal of the browser needs no message.
      onClick={() => void toggle().catch(() => {})}
    >
      {isFull ? texts.leaveFullScreen : texts.fullScreen}
    </Button>
  );
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
}
