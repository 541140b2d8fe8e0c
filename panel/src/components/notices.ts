import { notifications } from '@mantine/notifications';
import { common } from '#panel/texts/common.ts';
import { messageOf } from './query-state.tsx';

/** Tells that something was refused, in the gateway's words. */
export function showProblem(error: unknown): void {
  notifications.show({
    color: 'red',
    title: common.problemTitle,
    message: messageOf(error),
    role: 'alert',
  });
}

/** Tells that something is done. */
export function showDone(message: string): void {
  notifications.show({ color: 'teal', message });
}
