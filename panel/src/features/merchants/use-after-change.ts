import { useQueryClient } from '@tanstack/react-query';
import { showDone } from '#panel/components/notices.ts';

const CHANGED = ['/api/operator/merchants', '/api/operator/merchants/{username}'];

/** What follows a change of a merchant: it is told, and what is shown is read again. */
export function useAfterChange() {
  const client = useQueryClient();
  return (message: string) => {
    showDone(message);
    return Promise.all(
      CHANGED.map((path) => client.invalidateQueries({ queryKey: ['get', path] })),
    );
  };
}
