import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/shops.ts';

/** Asks a person who follows the link of a mail of another shop whether to open that shop. */
export function LinkedShop({ username }: { username: string }) {
  const { merchant, merchants } = useSession();
  const navigate = useNavigate();
  const open = api.useMutation('post', '/api/account/merchant', {
    onSuccess: () => window.location.reload(),
    onError: showProblem,
  });
  const linked = merchants.find((shop) => shop.username === username);
  if (!linked || !merchant) return null;
  const stay = () => {
    void navigate({
      to: '.',
      search: (before) => {
        const { loja: _, ...others } = { loja: '', ...before };
        return others;
      },
      replace: true,
    });
  };
  return (
    <Dialog onClose={stay} title={texts.linkTitle}>
      <Stack gap="md">
        <Text>{texts.linkHint(linked.name, merchant.name)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay}>
            {texts.stay(merchant.name)}
          </Button>
          <Button
            data-autofocus
            loading={open.isPending || open.isSuccess}
            onClick={() => open.mutate({ body: { username } })}
          >
            {texts.openShop(linked.name)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
