import { returnFocus } from './dialog.tsx';

type Library = typeof import('@mantine/modals');
type Settings = Parameters<Library['modals']['open']>[0];
type Question = Parameters<Library['modals']['openConfirmModal']>[0];

let setReady: () => void = () => {};
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});

/** Called when the dialogs' component is mounted, which is after the first page is shown. */
export function dialogsAreReady(): void {
  setReady();
}

/** Opens a dialog from an event, for example with a secret that was just made. */
export function openDialog(settings: Settings): void {
  const onClose = focusReturn();
  void library().then(({ modals }) => modals.open({ onClose, ...settings }));
}

/** Opens a dialog with two buttons. */
export function openQuestion(settings: Question): void {
  const onClose = focusReturn();
  void library().then(({ modals }) => modals.openConfirmModal({ onClose, ...settings }));
}

function focusReturn(): () => void {
  const opener = document.activeElement;
  return () => returnFocus(opener);
}

async function library(): Promise<Library> {
  await ready;
  return import('@mantine/modals');
}
