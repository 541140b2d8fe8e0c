import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServerNotReached } from '#panel/api/client.ts';
import { serverIsBack } from '#panel/api/connection.ts';
import { PageNotLoaded } from '#panel/components/lazy-part.ts';
import { IconAlertTriangle } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { PageMessage } from './page-message.tsx';

const RELOADED_AT = 'panel-reloaded-at';
/** If a page fails again this soon (ms) after a reload, it is not reloaded again. */
const RELOAD_PAUSE_MS = 60_000;

/**
 * Replaces a page that failed. If its code could not be loaded, it reloads the page once, as soon
 * as the server answers; if its data could not be read, it reads the data again then.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isCode = error instanceof PageNotLoaded;
  const isNetwork = error instanceof ServerNotReached;
  useEffect(() => {
    if (!isCode && !isNetwork) return;
    let isGone = false;
    void serverIsBack().then((wasAway) => {
      if (isGone) return;
      if (isCode) reloadOnce();
      else if (wasAway) void router.invalidate();
    });
    return () => {
      isGone = true;
    };
  }, [isCode, isNetwork, router]);
  const tryAgain = () => {
    if (isCode) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <PageMessage
      icon={IconAlertTriangle}
      title={isCode ? texts.notLoaded : texts.failed}
      description={isCode ? texts.notLoadedHint : texts.failedHint}
      action={<Button onClick={tryAgain}>{isCode ? texts.reload : common.tryAgain}</Button>}
      isUrgent
    />
  );
}

function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
