import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { sessionIsForgotten } from '#panel/api/ended-session.ts';
import { showProblem } from '#panel/components/notices.ts';
import { forgetSession } from '#panel/session/session.ts';

/** A function that ends the session and shows the log-in page. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const logOut = api.useMutation('post', '/api/account/log-out', {
    onSuccess: async () => {
      // Requests that are still under way are refused from now on, which surprises nobody.
      sessionIsForgotten();
      await navigate({ to: '/entrar' });
      forgetSession();
    },
    onError: showProblem,
  });
  return () => logOut.mutate({});
}
