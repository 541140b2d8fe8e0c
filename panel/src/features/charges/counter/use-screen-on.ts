import { useEffect } from 'react';

/** Keeps the screen of a phone on while `isOn`; browsers end that when the page is hidden. */
export function useScreenOn(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const release = () => void lock?.release().catch(() => {});
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return;
      // A phone with little battery refuses.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) release();
    };
    const follow = () => void keepOn();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      release();
    };
  }, [isOn]);
}
