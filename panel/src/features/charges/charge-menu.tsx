import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone } from '#panel/components/notices.ts';
import { IconBan, IconCopy, IconDots } from '#panel/icons.ts';
import { texts } from '#texts/transactions.ts';
import { useCancelCharge } from './cancel-charge.tsx';
import { paymentPageOf } from './payment-page-link.ts';

// The box of the table would cut the menu.
const OUTSIDE_TABLE = { target: '#content' };

/** The actions on a pending charge in the list: copy its link, cancel it. */
export function ChargeMenu({ id, name }: { id: string; name: string }) {
  const cancel = useCancelCharge(id);
  const clipboard = useClipboard();
  const copy = () => {
    clipboard.copy(paymentPageOf(id));
    showDone(texts.linkCopied);
  };
  return (
    <Menu position="bottom-end" portalProps={OUTSIDE_TABLE}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.actionsOf(name)}
          loading={cancel.isPending}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
          {texts.copyPaymentLink}
        </Menu.Item>
        <IfAllowed operation="cancelChargeByHand">
          <Menu.Item leftSection={<IconBan size={16} />} onClick={cancel.ask}>
            {texts.cancelCharge}
          </Menu.Item>
        </IfAllowed>
      </Menu.Dropdown>
    </Menu>
  );
}
