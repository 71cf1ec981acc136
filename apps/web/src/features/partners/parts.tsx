import type { InvitationStatus } from '@tradepost/contracts/identity';
import { App, Button } from 'antd';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { useToast } from '../../ui/feedback/use-toast';
import { useEndInvitation } from './api';

export const states: Record<InvitationStatus, { tone: Tone; text: string }> = {
  pending: { tone: 'yellow', text: 'Pending' },
  accepted: { tone: 'green', text: 'Accepted' },
  withdrawn: { tone: 'grey', text: 'Withdrawn' },
  declined: { tone: 'red', text: 'Declined' },
  ended: { tone: 'grey', text: 'Ended' },
};

export const InvitationTag = ({ status }: { status: InvitationStatus }) => <StatusTag {...states[status]} />;

interface EndButtonProps {
  id: string;
  /** The button's text: it withdraws, declines or ends. */
  children: string;
  label: string;
  /** Confirmation to ask for when a company loses access. */
  warning?: { title: string; content: string };
}

/** Withdraws or declines a pending invitation, or ends a partnership. */
export function EndButton({ id, children, label, warning }: EndButtonProps) {
  const end = useEndInvitation();
  const toast = useToast();
  const { modal } = App.useApp();
  const run = () =>
    // the answer may remove this row, and mutate's callbacks with it
    end.mutateAsync(id).then(
      ({ message }) => toast.success({ title: 'Success', description: message }),
      ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
    );
  const ask = () =>
    warning
      ? modal.confirm({
          ...warning,
          okText: children,
          okButtonProps: { danger: true },
          cancelText: 'Cancel',
          autoFocusButton: 'cancel',
          onOk: run,
        })
      : void run();
  return (
    <Button loading={end.isPending} aria-label={label} onClick={ask}>
      {children}
    </Button>
  );
}
