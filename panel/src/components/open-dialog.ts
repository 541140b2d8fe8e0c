import { returnFocus } from './dialog.tsx';

type Library = Pick<typeof import('@mantine/modals'), 'modals'>;
type Settings = Parameters<Library['modals']['open']>[0];
type Question = Parameters<Library['modals']['openConfirmModal']>[0];

let setReady: (library: Library) => void = () => {};
const ready = new Promise<Library>((resolve) => {
  setReady = resolve;
});

/** Called when the dialogs' component is mounted, which is after the first page is shown. */
export function dialogsAreReady(library: Library): void {
  setReady(library);
}

/** Opens a dialog from an event, for example with a secret that was just made. */
export function openDialog(settings: Settings): void {
  const onClose = focusReturn();
  void ready.then(({ modals }) => modals.open({ onClose, ...settings }));
}

/** Opens a dialog with two buttons. */
export function openQuestion(settings: Question): void {
  const onClose = focusReturn();
  void ready.then(({ modals }) => modals.openConfirmModal({ onClose, ...settings }));
}

function focusReturn(): () => void {
  const opener = document.activeElement;
  return () => returnFocus(opener);
}
