import { Button, FileButton, Group, Image, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf } from '#panel/api/client.ts';
import { IMAGE_TYPES, sendImage } from '#panel/components/form-image.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { IconTrash, IconUpload } from '#panel/icons.ts';
import { texts } from '#texts/payment-page.ts';
import { LOOK_PATH, type Look } from './look-types.ts';

const LOGO_PATH = `${LOOK_PATH}/logo`;

/** The logo, and the buttons that set and remove it. Each takes effect at once. */
export function LogoField({ logo, isEditable }: { logo: Look['logo']; isEditable: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) => sendImage(LOGO_PATH, file),
    onSuccess: (_answer, file) => {
      showDone(file ? texts.logoSaved : texts.logoRemoved);
      return client.invalidateQueries();
    },
  });
  const source = addressOf(LOGO_PATH, [['v', logo?.hash ?? '']]);
  return (
    <Stack gap="md" align="flex-start">
      {change.error ? <ProblemAlert error={change.error} /> : null}
      {logo && <Image src={source} alt={texts.logo} mah={64} maw={240} w="auto" fit="contain" />}
      {isEditable && (
        <Group gap="xs">
          <FileButton accept={IMAGE_TYPES} onChange={(file) => file && change.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={change.isPending}
                leftSection={<IconUpload size={16} />}
              >
                {logo ? texts.changeLogo : texts.chooseLogo}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconTrash size={16} />}
              onClick={() => change.mutate(null)}
            >
              {texts.removeLogo}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
