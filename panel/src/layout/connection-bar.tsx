import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { checkAfterGoingOffline, useIsServerAway } from '#panel/api/connection.ts';
import { texts } from '#texts/layout.ts';

/** Says that the server is unreachable; when it answers again, all shown data is read again. */
export function ConnectionBar() {
  const client = useQueryClient();
  const isAway = useIsServerAway();
  const wasAway = useRef(false);
  useEffect(() => {
    const check = () => void checkAfterGoingOffline();
    if (!navigator.onLine) check();
    window.addEventListener('offline', check);
    return () => window.removeEventListener('offline', check);
  }, []);
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries({ refetchType: 'active' });
    wasAway.current = isAway;
  }, [client, isAway]);
  return (
    <div role="status" className="connection-bar" hidden={!isAway}>
      {isAway && texts.noConnection}
    </div>
  );
}
