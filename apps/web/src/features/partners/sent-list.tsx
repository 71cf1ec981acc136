import { SearchOutlined } from '@ant-design/icons';
import type { SentInvitation } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { Button, Flex, Input, Pagination, Typography } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '../../session/may';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { VerifiedBadge } from '../../ui/layout/verified-badge';
import { hasText } from '../../ui/list/has-text';
import { useResendInvitation } from './api';
import { PartnerNote } from './partner-note';
import { EndButton, InvitationTag, states } from './parts';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './partners.module.css';

const pageSize = 10;
/** Defaults, which the URL leaves out. */
const defaults: Record<string, string> = { q: '', status: 'all', page: '1' };
const filters = [
  { value: 'all', label: t('All') },
  ...Object.entries(states).map(([value, { text }]) => ({ value, label: text })),
];

/** Sent invitations, newest first, with search, filter and page in the URL. */
export function SentList({ invitations }: { invitations: SentInvitation[] }) {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const status = params.get('status') ?? 'all';
  const page = Number(params.get('page')) || 1;
  const put = (changes: Record<string, string>) =>
    setParams(
      (params) => {
        params.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === defaults[name]) params.delete(name);
          else params.set(name, value);
        }
        return params;
      },
      { replace: true },
    );
  if (invitations.length === 0)
    return (
      <EmptyState title={t('No invitations yet')} text={t('Partners you invite appear here with their answer.')} />
    );
  const found = invitations.filter((one) => hasText(one.email, q) && (status === 'all' || one.status === status));

  return (
    <>
      <Flex gap={12} wrap className={layout.row}>
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('Search by email')}
          aria-label={t('Search by email')}
          value={q}
          onChange={(event) => put({ q: event.target.value })}
          className={styles.search}
        />
        <Choice
          aria-label={t('Status')}
          isLabelShown
          value={status}
          options={filters}
          onChange={(value) => put({ status: value })}
          className={layout.filterSelect}
        />
      </Flex>
      {found.length === 0 ? (
        <EmptyState
          title={t('No matching invitations')}
          action={<Button onClick={() => setParams({}, { replace: true })}>{t('Clear search')}</Button>}
        />
      ) : (
        <ul aria-label={t('Sent invitations')} className={`${layout.bareList} ${styles.invitations}`}>
          {found.slice((page - 1) * pageSize, page * pageSize).map((invitation) => (
            <SentRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {found.length > pageSize && (
        <Flex justify="flex-end" className={styles.pages}>
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

function SentRow({ invitation }: { invitation: SentInvitation }) {
  const { id, status, createdAt, verified, note } = invitation;
  // shows letters of a domain that look the same
  const email = mailbox(invitation.email);
  const mayChange = useMay('partners');
  const resend = useResendInvitation();
  const toast = useToast();
  return (
    <li className={`list-row ${styles.invitation}`}>
      <div className={layout.shrinkable}>
        <Typography.Text strong ellipsis={{ tooltip: email }} className={layout.block}>
          {email}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.small}>
          <TimeText iso={createdAt} /> <VerifiedBadge verified={verified} />
        </Typography.Text>
        <PartnerNote id={id} partner={email} note={note} />
      </div>
      <InvitationTag status={status} />
      <Flex gap={8} justify="flex-end" className={styles.actions}>
        {mayChange && status === 'pending' && (
          <>
            <Button
              loading={resend.isPending}
              aria-label={t('Resend the invitation to {email}', { email })}
              onClick={() =>
                resend.mutate(id, {
                  onSuccess: ({ message }) => toast.success({ title: t('Success'), description: message }),
                  onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
                })
              }
            >
              {t('Resend')}
            </Button>
            <EndButton id={id} partner={email} label={t('Withdraw the invitation to {email}', { email })}>
              {t('Withdraw')}
            </EndButton>
          </>
        )}
        {mayChange && status === 'accepted' && (
          <EndButton
            id={id}
            partner={email}
            label={t('End the partnership with {email}', { email })}
            mayKeepTransfers
            warning={{
              title: t('End the partnership with {email}?', { email }),
              content: t(
                'They lose access to every folder you delivered to them. Their pending requests are rejected and live transfers are revoked. To work together again, invite them again.',
              ),
            }}
          >
            {t('End partnership')}
          </EndButton>
        )}
      </Flex>
    </li>
  );
}
