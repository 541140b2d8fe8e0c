import { useQueryClient } from '@tanstack/react-query';
import { showDone } from '#panel/components/notices.ts';

const CHANGED = ['/api/operator/merchants', '/api/operator/merchants/{username}'];

/**
 * Returns a function for after a change of a merchant: shows a message and reads the data again.
 */
export function useAfterChange() {
  const client = useQueryClient();
  return (message: string) => {
    showDone(message);
    return Promise.all(
      CHANGED.map((path) => client.invalidateQueries({ queryKey: ['get', path] })),
    );
  };
}
