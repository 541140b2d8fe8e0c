import { Button, Group, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconMail, IconMessage, IconShare } from '#panel/icons.ts';
import { texts as sharing } from '#texts/sharing.ts';

/** A link to share, with the words that go before it. */
export interface Shared {
  readonly subject: string;
  readonly message: string;
  readonly link: string;
  /** The receiver's address, where it is known. */
  readonly email?: string | null;
}

/**
 * Buttons that send a link by WhatsApp, by e-mail, or by what the device has for it; `children` are
 * more buttons.
 */
export function ShareButtons({ shared, children }: { shared: Shared; children?: ReactNode }) {
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={whatsAppAddress(shared)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconMessage size={16} />}
      >
        {sharing.byWhatsApp}
        <VisuallyHidden>, {sharing.opensOtherTab}</VisuallyHidden>
      </Button>
      <Button
        component="a"
        href={mailAddress(shared)}
        variant="default"
        leftSection={<IconMail size={16} />}
      >
        {sharing.byMail}
      </Button>
      {'share' in navigator && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} />}
          onClick={() => void shareByDevice(shared)}
        >
          {sharing.byOther}
        </Button>
      )}
      {children}
    </Group>
  );
}

function whatsAppAddress({ message, link }: Shared): string {
  return `https://wa.me/?text=${encodeURIComponent(`${message}\n${link}`)}`;
}

function mailAddress({ subject, message, link, email }: Shared): string {
  const body = encodeURIComponent(`${message}\r\n\r\n${link}`);
  const to = encodeURIComponent(email ?? '');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${body}`;
}

async function shareByDevice({ subject, message, link }: Shared): Promise<void> {
  // It fails when the person closes the device's dialog: nothing to tell.
  await navigator.share({ title: subject, text: message, url: link }).catch(() => {});
}
