import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { Suspense, useEffect } from 'react';
import { useHasSessionEnded } from '#panel/api/ended-session.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { useIsMerchantSwitched } from '#panel/api/switched-merchant.ts';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { noticesAreReady } from '#panel/components/notices.ts';
import { dialogsAreReady } from '#panel/components/open-dialog.ts';
import { tellSuccesses } from '#panel/components/tell-successes.ts';
import { common } from '#panel/texts/common.ts';

tellSuccesses(queryClient.getMutationCache());

const NOTICE_MS = 4_000;
/** Notices are shown above dialogs. */
const NOTICE_LAYER = 1_000;
const LogInAgain = lazyPart(
  async () => (await import('#panel/features/accounts/auth/log-in-again.tsx')).LogInAgain,
);
const SwitchedMerchant = lazyPart(
  async () =>
    (await import('#panel/features/accounts/auth/memberships/switched-merchant.tsx'))
      .SwitchedMerchant,
);
const LABELS = { confirm: common.confirm, cancel: common.back };

/** The log-in above the page and its open form, when the session has ended meanwhile. */
function LogInAgainWhenEnded() {
  const hasEnded = useHasSessionEnded();
  return hasEnded ? (
    <Suspense>
      <LogInAgain />
    </Suspense>
  ) : null;
}

/** Says above the page that another tab has chosen another merchant. */
function SwitchedWhenChosen() {
  const isSwitched = useIsMerchantSwitched();
  return isSwitched ? (
    <Suspense>
      <SwitchedMerchant />
    </Suspense>
  ) : null;
}

/** Notices and the dialogs that events open. Loaded after the first page, which has neither. */
export function Overlays() {
  useEffect(() => dialogsAreReady({ modals }), []);
  useEffect(() => {
    // The region comes with the render after this one: it stands in a portal.
    const timer = setTimeout(noticesAreReady);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ModalsProvider labels={LABELS}>
      <LogInAgainWhenEnded />
      <SwitchedWhenChosen />
      <Notifications
        aria-live="polite"
        position="bottom-left"
        autoClose={NOTICE_MS}
        zIndex={NOTICE_LAYER}
      />
    </ModalsProvider>
  );
}
