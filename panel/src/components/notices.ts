import { type NotificationData, notifications } from '@mantine/notifications';
import { common } from '#panel/texts/common.ts';
import { messageOf } from './query-state.tsx';

/**
 * How many notices there were. All notices stand in one live region (`Overlays`), which tells them
 * to screen readers politely; a problem is told at once.
 */
let count = 0;
let setReady: () => void = () => {};
/** Notices wait for the region: one that comes with its text tells screen readers nothing. */
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});

/** Called when the live region is on the page. */
export function noticesAreReady(): void {
  setReady();
}

/** Shows a notice of any kind. With `change` it takes the place of the notice with its id. */
export function showNotice(notice: NotificationData, change = false): void {
  count += 1;
  void ready.then(() => (change ? notifications.update(notice) : notifications.show(notice)));
}

/** Shows a refusal with the gateway's message. */
export function showProblem(error: unknown): void {
  showNotice({
    color: 'red',
    title: common.problemTitle,
    message: messageOf(error),
    role: 'alert',
  });
}

let done = '';

/** Shows that an action succeeded, and removes the notice of the success before. */
export function showDone(message: string): void {
  const earlier = done;
  done = `done-${count}`;
  void ready.then(() => notifications.hide(earlier));
  showNotice({ id: done, color: 'teal', message });
}

/** Tells only screen readers that an action succeeded: the page shows it to those who see it. */
export function tellDone(message: string = common.done): void {
  showNotice({ message, className: 'heard-only', withCloseButton: false });
}

/** Notes the notices until now. The function says whether there was none since. */
export function noNoticeSince(): () => boolean {
  const before = count;
  return () => count === before;
}
