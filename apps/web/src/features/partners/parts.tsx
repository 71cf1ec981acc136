import type { InvitationStatus } from '@tradepost/contracts/identity';
import { Button, Checkbox, Typography } from 'antd';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { useToast } from '../../ui/notice/use-toast';
import { LockedNotice } from '../../vault/notices/locked-notice';
import { ask } from '../../ui/question/ask';
import { useEndInvitation } from './api';
import { t } from '../../i18n/t';

export const states: Record<InvitationStatus, { tone: Tone; text: string }> = {
  pending: { tone: 'yellow', text: t('Pending') },
  accepted: { tone: 'green', text: t('Accepted') },
  withdrawn: { tone: 'grey', text: t('Withdrawn') },
  declined: { tone: 'red', text: t('Declined') },
  ended: { tone: 'grey', text: t('Ended') },
};

export const InvitationTag = ({ status }: { status: InvitationStatus }) => <StatusTag {...states[status]} />;

interface EndButtonProps {
  id: string;
  /** Address of a partner that the person has invited. */
  partner?: string;
  /** The button's text: it withdraws, declines or ends. */
  children: string;
  label: string;
  /** Confirmation to ask for when a company loses access. */
  warning?: { title: string; content: string };
  /** Whether the confirmation offers to keep live transfers, which is the sender's choice. */
  mayKeepTransfers?: boolean;
}

/** Withdraws or declines a pending invitation, or ends a partnership. */
export function EndButton({ id, partner, children, label, warning, mayKeepTransfers = false }: EndButtonProps) {
  const end = useEndInvitation();
  const toast = useToast();
  const run = (keepTransfers: boolean) =>
    // the answer may remove this row, and mutate's callbacks with it
    end.mutateAsync({ id, ...(partner && { partner }), ...(keepTransfers && { keepTransfers }) }).then(
      ({ message }) => toast.success({ title: t('Success'), description: message }),
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  const askFirst = () => {
    if (!warning) return void run(false);
    let keepTransfers = false;
    ask({
      ...warning,
      content: (
        <>
          {partner && <LockedNotice />}
          <Typography.Paragraph>{warning.content}</Typography.Paragraph>
          {mayKeepTransfers && (
            <Checkbox onChange={({ target }) => (keepTransfers = target.checked)}>{t('Keep live transfers')}</Checkbox>
          )}
        </>
      ),
      okText: children,
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => run(keepTransfers),
    });
  };
  return (
    <Button loading={end.isPending} aria-label={label} onClick={askFirst}>
      {children}
    </Button>
  );
}
