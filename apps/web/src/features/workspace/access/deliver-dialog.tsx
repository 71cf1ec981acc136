import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { addressKey, mailbox } from '@tradepost/contracts/values/address';
import { Alert, Button, Checkbox, DatePicker, Flex, Input, Modal, Tag, Typography } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState, type ClipboardEvent } from 'react';
import { foldersQuery, sentInvitationsQuery } from '../../../api/queries';
import { useUser } from '../../../session/auth.store';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { endOfDay, isPast } from '../../../ui/form/ends';
import { ExpiryPresets } from '../../../ui/form/expiry-presets';
import { ErrorState } from '../../../ui/feedback/error-state';
import { dayPattern } from '../../../ui/feedback/format';
import { LinkButton } from '../../../ui/layout/link-button';
import { SkeletonList } from '../../../ui/busy/skeleton-list';
import { useToast } from '../../../ui/notice/use-toast';
import { LockedNotice } from '../../../vault/notices/locked-notice';
import { hasText } from '../../../ui/list/has-text';
import { DeliveryNotice } from '../../../ui/exchange/delivery-notice';
import { AccessRow } from './access-row';
import { NoMatch } from './no-match';
import { partnersQuery, useDeliver } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './access.module.css';

const shownBadges = 5;

export function DeliverDialog({ folder: opened, onClose }: { folder: FolderView; onClose: () => void }) {
  const { data: folders } = useQuery(foldersQuery);
  const folder = folders?.find(({ id }) => id === opened.id) ?? opened;
  const user = useUser();
  const partners = useQuery(partnersQuery(user));
  const invitations = useQuery(sentInvitationsQuery(user));
  const deliver = useDeliver();
  const toast = useToast();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string[]>([]);
  const [until, setUntil] = useState<Dayjs | null>(null);
  const all = partners.data ?? [];
  const shown = all.filter((email) => hasText(email, search));
  const accessOf = new Map(folder.access.map((access) => [addressKey(access.email), access]));
  const invited = new Set(
    invitations.data?.filter(({ status }) => status === 'pending').map(({ email }) => addressKey(email)),
  );
  const { omittedEmails = 0 } = folder;
  const withAccess = [...accessOf.keys()].filter((email) => !invited.has(email)).length;

  /** Selects the partners in a pasted list of addresses. */
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData
      .getData('text')
      .split(/[\s,;]+/)
      .filter((part) => part.includes('@'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const addresses = new Set(pasted.map(addressKey));
    const known = all.filter((email) => addresses.has(addressKey(email)));
    setSelected([...new Set([...selected, ...known])]);
    setSearch('');
    const unknown = pasted.length - known.length;
    if (unknown > 0)
      toast.info({
        title: t('{count} selected', { count: known.length }),
        description:
          unknown === 1
            ? t('1 pasted address is not a partner of yours. Invite it first.')
            : t('{unknown} pasted addresses are not partners of yours. Invite them first.', { unknown }),
      });
  };
  const selectInvited = (email: string) => {
    setSelected([...new Set([...selected, mailbox(email)])]);
    setSearch('');
  };
  const submit = () => {
    if (selected.length === 0)
      return toast.destructive({ title: t('Error'), description: t('Please select at least one email address') });
    deliver.mutate(
      { folder, email: selected, ...(until && { until: endOfDay(until).toISOString() }) },
      {
        onSuccess: () => {
          toast.success({
            title: t('Success'),
            description:
              selected.length === 1
                ? t('{name} was delivered to {value}.', { name: folder.name, value: selected[0] })
                : t('{name} was delivered to {count} partners.', { name: folder.name, count: selected.length }),
          });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      },
    );
  };

  return (
    <Modal
      open
      title={t('Deliver Data: {name}', { name: folder.name })}
      onCancel={onClose}
      width={600}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('Cancel')}
        </Button>,
        <Button key="deliver" type="primary" loading={deliver.isPending} onClick={submit}>
          {t('Deliver ({count})', { count: selected.length })}
        </Button>,
      ]}
    >
      <Flex vertical gap={12}>
        <DeliveryNotice onGo={onClose} />
        <LockedNotice />
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('Search emails, or paste a list')}
          aria-label={t('Search emails')}
          value={search}
          onPaste={paste}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Flex gap={8} wrap align="center">
          <Button
            size="small"
            disabled={shown.length === 0}
            onClick={() => setSelected([...new Set([...selected, ...shown])])}
          >
            {t('Select all')}
          </Button>
          <Button size="small" disabled={selected.length === 0} onClick={() => setSelected([])}>
            {t('Clear')}
          </Button>
          <Typography.Text type="secondary" className={`numbers ${styles.pushedToEnd}`}>
            {omittedEmails === 0 && t('{withAccess} of {count} with access', { withAccess, count: all.length })}
          </Typography.Text>
        </Flex>
        {omittedEmails > 0 && (
          <Alert
            type="info"
            showIcon
            title={t(
              '{count, plural, one {# address with access is} other {# addresses with access are}} not shown, because the list is too long.',
              { count: omittedEmails },
            )}
            description={t(
              'A partner marked “access not shown” may already have access. Delivering again does not change it.',
            )}
          />
        )}
        {selected.length > 0 && (
          <Flex gap={4} wrap role="group" aria-label={t('Selected emails')}>
            {selected.slice(0, shownBadges).map((email) => (
              <Tag
                key={email}
                closable
                closeIcon={<span aria-label={t('Remove {email}', { email })}>×</span>}
                onClose={() => setSelected(selected.filter((one) => one !== email))}
                className={layout.marginEndNone}
              >
                {email}
              </Tag>
            ))}
            {selected.length > shownBadges && <Tag>{t('+{count} more', { count: selected.length - shownBadges })}</Tag>}
          </Flex>
        )}
        {partners.error ? (
          <ErrorState error={partners.error} onRetry={partners.refetch} />
        ) : !partners.data ? (
          <SkeletonList rows={3} />
        ) : shown.length === 0 && search !== '' ? (
          <NoMatch search={search} onInvited={selectInvited} />
        ) : all.length === 0 ? (
          <EmptyState
            title={t('No partners yet')}
            text={t('Invite a partner first, then deliver the folder.')}
            action={<LinkButton to="/invitations">{t('Invite a partner')}</LinkButton>}
          />
        ) : (
          <div role="list" aria-label={t('Partners')} className={styles.partners}>
            {shown.map((email) => (
              <AccessRow
                key={email}
                folder={folder}
                email={email}
                access={accessOf.get(addressKey(email))}
                isInvited={invited.has(addressKey(email))}
              >
                <Checkbox
                  checked={selected.includes(email)}
                  onChange={({ target }) =>
                    setSelected(target.checked ? [...selected, email] : selected.filter((one) => one !== email))
                  }
                  className={layout.breakWords}
                >
                  {email}
                </Checkbox>
              </AccessRow>
            ))}
          </div>
        )}
        {all.length > 0 && (
          <div>
            <Flex gap={8} align="center" wrap>
              <label htmlFor="deliver-until">{t('Access ends')}</label>
              <DatePicker
                id="deliver-until"
                value={until}
                onChange={setUntil}
                disabledDate={isPast}
                placeholder={t('Never')}
                format={dayPattern}
              />
              <Typography.Text type="secondary" className={layout.small}>
                {until ? t('(Optional) At the end of that day, in your time zone') : `${t('(Optional)')} `}
              </Typography.Text>
            </Flex>
            <ExpiryPresets label={t('Access for')} value={until} onChoose={setUntil} />
          </div>
        )}
      </Flex>
    </Modal>
  );
}
