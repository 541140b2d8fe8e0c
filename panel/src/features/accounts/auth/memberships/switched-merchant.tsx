import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { merchantIsBack } from '#panel/api/switched-merchant.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/shops.ts';

/** Above the dialogs of the page, below notices. */
const LAYER = 500;

/**
 * Covers a page whose merchant was left in another tab. The person loads the page for the other
 * merchant, or goes back to this one; then what was typed here stays, and nothing is sent by
 * itself.
 */
export function SwitchedMerchant() {
  const { merchant } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const name = merchant?.name ?? '';
  const back = api.useMutation('post', '/api/account/merchant', {
    onSuccess: async () => {
      merchantIsBack();
      showDone(texts.isBack(name));
      // Parts of the page without data show their error until they are read anew.
      const hasNothing = ({ state }: Query) => state.status === 'error' && state.data === undefined;
      await client.resetQueries({ predicate: hasNothing });
      await client.invalidateQueries();
      await router.invalidate();
    },
  });
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.switchedTitle}
      zIndex={LAYER}
    >
      <Stack gap="md">
        {back.error && <ProblemAlert error={back.error} />}
        <Text>{texts.switchedHint(name)}</Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={back.isPending}
            onClick={() => back.mutate({ body: { username: merchant?.username ?? '' } })}
          >
            {texts.back(name)}
          </Button>
          <Button data-autofocus onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
