import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverIsBack, useIsServerAway } from '#panel/api/connection.ts';
import { texts } from './texts.ts';

/** Says that the server is unreachable; when it answers again, all shown data is read again. */
export function ConnectionBar() {
  const client = useQueryClient();
  const isAway = useIsServerAway();
  const wasAway = useRef(false);
  useEffect(() => {
    const look = () => void serverIsBack();
    window.addEventListener('offline', look);
    return () => window.removeEventListener('offline', look);
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
