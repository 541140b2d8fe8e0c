import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, fetchApi } from '#panel/api/client.ts';
import { serverIsBack } from '#panel/api/connection.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import type { LiveUpdate } from './live-update.ts';
import { refreshAfter } from './refresh-after.ts';
import { showUpdateNotices } from './show-update-notices.ts';

const EVENTS_PATH = '/api/panel/events';
/** Updates within this time (ms) cause one refresh. */
const GATHER_MS = 250;
/** Pause (ms) before the page connects again after a refusal, which the browser doesn't repeat. */
const REOPEN_MS = 30_000;

/**
 * Refreshes the shown data by live updates, and shows notices about money. Only while the page is
 * visible, because a browser has few connections; a page that becomes visible reads all data again.
 * A role that may not listen has none.
 */
export function useLiveUpdates(isOn: boolean): void {
  const client = useQueryClient();
  const environment = useEnvironment();
  useEffect(() => {
    if (!isOn) return;
    const gathered: LiveUpdate[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      const updates = gathered.splice(0).filter((one) => one.environment === environment);
      refreshAfter(client, updates);
      showUpdateNotices(updates);
    };
    return listenWhileVisible({
      onOpen: (isFirst) => {
        if (!isFirst) void client.invalidateQueries({ refetchType: 'active' });
      },
      onUpdate: (update) => {
        gathered.push(update);
        timer ??= setTimeout(flush, GATHER_MS);
      },
      onClose: () => clearTimeout(timer),
    });
  }, [client, environment, isOn]);
}

function listenWhileVisible(listener: {
  onOpen: (isFirst: boolean) => void;
  onUpdate: (update: LiveUpdate) => void;
  onClose: () => void;
}): () => void {
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  function open(): void {
    if (source || document.visibilityState !== 'visible') return;
    const opened = new EventSource(addressOf(EVENTS_PATH));
    source = opened;
    opened.onopen = () => {
      listener.onOpen(isFirst);
      isFirst = false;
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => listener.onUpdate(JSON.parse(data));
    opened.onerror = () => {
      void serverIsBack();
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      reopening = setTimeout(open, REOPEN_MS);
      // A stream doesn't say why it was refused. The client learns it from a small read, and says
      // when the session has ended or acts for another shop.
      void fetchApi.GET('/api/panel/incidents').catch(() => {});
    };
  }

  function close(): void {
    clearTimeout(reopening);
    source?.close();
    source = undefined;
  }

  function follow(): void {
    if (document.visibilityState === 'visible') open();
    else close();
  }

  document.addEventListener('visibilitychange', follow);
  open();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
    listener.onClose();
  };
}
