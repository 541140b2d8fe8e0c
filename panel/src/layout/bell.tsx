import { ActionIcon, Indicator, Popover, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type RefObject, Suspense, useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { type EarlyUse, useEarly } from '#panel/components/lazy-menu-button.tsx';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { IconBell } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/notices.ts';

const UNREAD_SHOWN_MAX = 99;
/** Live updates refresh the count; this is for what has none, such as a failing webhook. */
const REFRESH_MS = 30_000;

const NoticeList = lazyPart(async () => (await import('./notice-list.tsx')).default);

/** The notices since the last visit: their number, and their list on a click. */
export function Bell({ early }: { early: RefObject<EarlyUse> }) {
  const environment = useEnvironment();
  const [isOpen, { open, toggle, close }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  useEarly(early, button, open);
  const { data } = api.useQuery(
    'get',
    '/api/panel/{environment}/notices/unread',
    { params: { path: { environment } } },
    { refetchInterval: REFRESH_MS },
  );
  const count = data?.count ?? 0;
  const shown = count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count);
  const unread = count === 0 ? '' : shown;
  return (
    <>
      <Popover
        opened={isOpen}
        onDismiss={close}
        position="bottom-end"
        width={360}
        styles={{ dropdown: { maxWidth: 'calc(100vw - 16px)' } }}
        trapFocus
        returnFocus
      >
        <Indicator label={unread} size={18} color="red.8" offset={4} disabled={count === 0}>
          <Popover.Target>
            <ActionIcon
              ref={button}
              variant="default"
              size="lg"
              aria-label={texts.bell(unread)}
              onClick={toggle}
            >
              <IconBell size={18} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={0} aria-label={texts.newNotices}>
          <Suspense fallback={<Text p="md">{common.loading}</Text>}>
            {isOpen && <NoticeList onClose={close} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden role="status">{count === 0 ? '' : texts.announced(shown)}</VisuallyHidden>
    </>
  );
}
