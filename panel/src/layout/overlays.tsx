import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { dialogsAreReady } from '#panel/components/open-dialog.ts';
import { common } from '#panel/texts/common.ts';

const NOTICE_MS = 4_000;
/** Notices are shown above dialogs. */
const NOTICE_LAYER = 1_000;
const LABELS = { confirm: common.confirm, cancel: common.cancel };

/** Notices and the dialogs that events open. Loaded after the first page, which has neither. */
export function Overlays() {
  useEffect(dialogsAreReady, []);
  return (
    <ModalsProvider labels={LABELS}>
      <Notifications position="top-right" autoClose={NOTICE_MS} zIndex={NOTICE_LAYER} />
    </ModalsProvider>
  );
}
