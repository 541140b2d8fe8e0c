import { notifications } from '@mantine/notifications';
import { common } from '#panel/texts/common.ts';
import { messageOf } from './query-state.tsx';

/** Shows a refusal with the gateway's message. */
export function showProblem(error: unknown): void {
  notifications.show({
    color: 'red',
    title: common.problemTitle,
    message: messageOf(error),
    role: 'alert',
  });
}

/** Shows that an action succeeded. */
export function showDone(message: string): void {
  notifications.show({ color: 'teal', message });
}
