import { Button } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { texts as viewTexts } from '#texts/merchant-view.ts';

/** Opens the merchant's panel as the merchant sees it, without any change being possible. */
export function MerchantViewButton({ username }: { username: string }) {
  const view = api.useMutation('post', '/api/operator/merchants/{username}/view', {
    // A new page: nothing of the operator's pages is kept in memory beside the merchant's data.
    onSuccess: () => window.location.assign('/painel'),
    onError: showProblem,
  });
  return (
    <IfAllowed operation="viewMerchant">
      <Button
        variant="default"
        loading={view.isPending}
        onClick={() => view.mutate({ params: { path: { username } } })}
      >
        {viewTexts.begin}
      </Button>
    </IfAllowed>
  );
}
