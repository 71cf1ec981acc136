import { CheckCircleFilled, CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { Button, Checkbox, Flex, Input, Modal, Tag, Typography, theme } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { SkeletonList } from '../../ui/skeleton-list';
import { useToast } from '../../ui/use-toast';
import { partnersQuery, useDeliver } from './api';

const shownBadges = 5;

export function DeliverDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }) {
  const partners = useQuery(partnersQuery(useUser()));
  const deliver = useDeliver();
  const toast = useToast();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string[]>([]);
  const access = new Set(folder.emails.map((email) => email.toLowerCase()));
  const shown = (partners.data ?? []).filter((email) => email.toLowerCase().includes(search.trim().toLowerCase()));

  const submit = () => {
    if (selected.length === 0) return toast.destructive({ title: 'Error', description: 'Please select at least one email address' });
    deliver.mutate(
      { id: folder.id, email: selected },
      {
        onSuccess: () => {
          toast.success({ title: 'Success', description: `${folder.name} was delivered to ${selected.length === 1 ? selected[0] : `${selected.length} partners`}.` });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
      },
    );
  };

  return (
    <Modal
      open
      title={`Deliver Data: ${folder.name}`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="deliver" type="primary" loading={deliver.isPending} onClick={submit}>
          Deliver ({selected.length})
        </Button>,
      ]}
    >
      <Flex vertical gap={12}>
        <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder="Search emails" aria-label="Search emails" value={search} onChange={({ target }) => setSearch(target.value)} />
        <Flex gap={8} wrap justify="space-between">
          <Flex gap={8}>
            <Button size="small" disabled={shown.length === 0} onClick={() => setSelected([...new Set([...selected, ...shown])])}>
              Select all
            </Button>
            <Button size="small" disabled={selected.length === 0} onClick={() => setSelected([])}>
              Clear
            </Button>
          </Flex>
          <Flex gap={4} wrap>
            {selected.slice(0, shownBadges).map((email) => (
              <Tag key={email} closable onClose={() => setSelected(selected.filter((one) => one !== email))} style={{ marginInlineEnd: 0 }}>
                {email}
              </Tag>
            ))}
            {selected.length > shownBadges && <Tag>+{selected.length - shownBadges} more</Tag>}
          </Flex>
        </Flex>
        {partners.error ? (
          <ErrorState error={partners.error} onRetry={partners.refetch} />
        ) : !partners.data ? (
          <SkeletonList rows={3} />
        ) : partners.data.length === 0 ? (
          <EmptyState title="No partners yet" text="Invite a partner first, then deliver to it." action={<Link to="/invitations">Invite a partner</Link>} />
        ) : shown.length === 0 ? (
          <EmptyState title="No matching emails" text="Try another search." />
        ) : (
          <Flex vertical gap={4} style={{ maxHeight: 280, overflowY: 'auto' }}>
            {shown.map((email) => (
              <Checkbox
                key={email}
                checked={selected.includes(email)}
                onChange={({ target }) => setSelected(target.checked ? [...selected, email] : selected.filter((one) => one !== email))}
                style={{ padding: '6px 0' }}
              >
                <Flex gap={8} align="center">
                  <span style={{ wordBreak: 'break-all' }}>{email}</span> <AccessDot has={access.has(email.toLowerCase())} />
                </Flex>
              </Checkbox>
            ))}
          </Flex>
        )}
      </Flex>
    </Modal>
  );
}

function AccessDot({ has }: { has: boolean }) {
  const { token } = theme.useToken();
  const Icon = has ? CheckCircleFilled : CloseCircleFilled;
  return (
    <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'nowrap' }}>
      <Icon aria-hidden style={{ color: has ? token.colorSuccess : token.colorError, marginInlineEnd: 4 }} />
      {has ? 'has access' : 'no access'}
    </Typography.Text>
  );
}
