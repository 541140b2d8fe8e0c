/** The messages between pages of one browser while an account is confirmed. */
type Notice = 'confirmed' | 'logged-in';

const NAME = 'sign-up';

/**
 * Opens the channel between the page that waits for the confirmation of an e-mail and the page that
 * the mailed link opened. The waiting page still has the password that the person typed, so it can
 * log in: the link alone never does. Other browsers get nothing.
 */
export function openConfirmationChannel(onNotice: (notice: Notice) => void) {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Notice>) => onNotice(data);
  return {
    tell: (notice: Notice) => channel.postMessage(notice),
    close: () => channel.close(),
  };
}
