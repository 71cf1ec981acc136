import type { InvitationStatus } from '@tradepost/contracts/identity';
import { App, Button } from 'antd';
import { StatusTag, type Tone } from '../../ui/status-tag';
import { useToast } from '../../ui/use-toast';
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
  /** What the button says: it withdraws, declines or ends, as the invitation stands. */
  children: string;
  label: string;
  /** Asked first, where something is taken away by it. */
  warning?: { title: string; content: string };
}

/** Withdraws or declines a pending invitation, or ends a partnership. */
export function EndButton({ id, children, label, warning }: EndButtonProps) {
  const end = useEndInvitation();
  const toast = useToast();
  const { modal } = App.useApp();
  const run = () =>
    // the row changes or leaves with the answer, so its own callbacks would be lost
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
