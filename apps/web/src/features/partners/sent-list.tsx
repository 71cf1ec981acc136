import { SearchOutlined } from '@ant-design/icons';
import type { SentInvitation } from '@tradepost/contracts/identity';
import { Button, Flex, Input, Pagination, Select, Typography } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { VerifiedBadge } from '../../ui/verified-badge';
import { useResendInvitation } from './api';
import { EndButton, InvitationTag, states } from './parts';

const pageSize = 10;
/** What the address leaves out. */
const usual: Record<string, string> = { q: '', status: 'all', page: '1' };
const filters = [
  { value: 'all', label: 'All' },
  ...Object.entries(states).map(([value, { text }]) => ({ value, label: text })),
];

/** Sent invitations, newest first; search, filter and page live in the address. */
export function SentList({ invitations }: { invitations: SentInvitation[] }) {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const status = params.get('status') ?? 'all';
  const page = Number(params.get('page')) || 1;
  const put = (changes: Record<string, string>) =>
    setParams(
      (held) => {
        held.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === usual[name]) held.delete(name);
          else held.set(name, value);
        }
        return held;
      },
      { replace: true },
    );
  if (invitations.length === 0)
    return <EmptyState title="No invitations yet" text="Partners you invite appear here with their answer." />;
  const found = invitations.filter(
    (one) => one.email.toLowerCase().includes(q.trim().toLowerCase()) && (status === 'all' || one.status === status),
  );

  return (
    <>
      <Flex gap={12} wrap style={{ padding: '16px 24px' }}>
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder="Search by email"
          aria-label="Search by email"
          value={q}
          onChange={(event) => put({ q: event.target.value })}
          style={{ flex: '1 1 220px', maxWidth: 360 }}
        />
        <Select
          aria-label="Status"
          value={status}
          options={filters}
          onChange={(value) => put({ status: value })}
          style={{ width: 140 }}
        />
      </Flex>
      {found.length === 0 ? (
        <EmptyState
          title="No matching invitations"
          action={<Button onClick={() => setParams({}, { replace: true })}>Clear the search</Button>}
        />
      ) : (
        <ul aria-label="Sent invitations" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {found.slice((page - 1) * pageSize, page * pageSize).map((invitation) => (
            <SentRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {found.length > pageSize && (
        <Flex justify="flex-end" style={{ padding: '12px 24px' }}>
          <Pagination
            current={page}
            pageSize={pageSize}
            total={found.length}
            showSizeChanger={false}
            onChange={(next) => put({ page: String(next) })}
          />
        </Flex>
      )}
    </>
  );
}

function SentRow({ invitation: { id, email, status, createdAt, verified } }: { invitation: SentInvitation }) {
  const resend = useResendInvitation();
  const toast = useToast();
  return (
    <li className="list-row invitation-row">
      <div style={{ minWidth: 0 }}>
        <Typography.Text strong ellipsis={{ tooltip: email }} style={{ display: 'block' }}>
          {email}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          <TimeText iso={createdAt} /> <VerifiedBadge verified={verified} />
        </Typography.Text>
      </div>
      <InvitationTag status={status} />
      <Flex gap={8} justify="flex-end" className="invitation-actions">
        {status === 'pending' && (
          <>
            <Button
              loading={resend.isPending}
              aria-label={`Resend the invitation to ${email}`}
              onClick={() =>
                resend.mutate(id, {
                  onSuccess: ({ message }) => toast.success({ title: 'Success', description: message }),
                  onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
                })
              }
            >
              Resend
            </Button>
            <EndButton id={id} label={`Withdraw the invitation to ${email}`}>
              Withdraw
            </EndButton>
          </>
        )}
        {status === 'accepted' && (
          <EndButton
            id={id}
            label={`End the partnership with ${email}`}
            warning={{
              title: `End the partnership with ${email}?`,
              content:
                'They lose access to every folder you delivered to them. To work together again, you would have to invite them anew.',
            }}
          >
            End partnership
          </EndButton>
        )}
      </Flex>
    </li>
  );
}
