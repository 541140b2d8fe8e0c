import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';

/**
 * A function that opens the panel of another of the person's merchants. The page is loaded anew:
 * nothing that was read or listened to for the merchant before stays.
 */
export function useChooseMerchant() {
  const choose = api.useMutation('post', '/api/account/merchant', {
    onSuccess: () => window.location.assign('/painel'),
    onError: showProblem,
  });
  return {
    isPending: choose.isPending || choose.isSuccess,
    choose: (username: string) => choose.mutate({ body: { username } }),
  };
}
