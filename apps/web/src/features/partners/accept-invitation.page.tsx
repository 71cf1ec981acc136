import { useQuery } from '@tanstack/react-query';
import type { ReceivedInvitation } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { hasValidDomain, mailbox, sameAddress } from '@tradepost/contracts/values/address';
import { Alert, Avatar, Button, Card, Flex, Typography } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { receivedInvitationsQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { mayOpen, useMay } from '../../session/may';
import { SwitchAccount } from '../../session/switch-account';
import { CopyButton } from '../../ui/feedback/copy-button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LinkButton } from '../../ui/layout/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { VerifiedBadge } from '../../ui/layout/verified-badge';
import { useAcceptInvitation } from './api';
import { PartnerNote } from './partner-note';
import { EndButton } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './partners.module.css';

const forCompany = t('Invitations to your company appear here. Its owner and managers answer them.');

export default function AcceptInvitationPage() {
  const received = useQuery(receivedInvitationsQuery(useUser()));
  const mayAnswer = useMay('partners');
  const waiting = received.data?.filter(({ status }) => status === 'pending') ?? [];
  const partners = received.data?.filter(({ status }) => status === 'accepted') ?? [];
  return (
    <>
      <PageHeader title={t('Accept Invitation')} subtitle={t('Companies that want to share their data with you.')} />
      <Flex vertical gap={24}>
        <ForAnother />
        <Card styles={{ body: { padding: waiting.length > 0 ? 0 : undefined } }}>
          <QueryResult query={received} placeholder={<SkeletonList rows={3} />} errorTitle={t('Failed Request')}>
            {() =>
              waiting.length > 0 ? (
                <>
                  {waiting.map((invitation) => (
                    <ReceivedRow key={invitation.id} invitation={invitation} />
                  ))}
                  {!mayAnswer && (
                    <Typography.Paragraph type="secondary" className={`${layout.noMargin} ${layout.padding16}`}>
                      {forCompany}
                    </Typography.Paragraph>
                  )}
                </>
              ) : (
                <NothingWaiting hasPartners={partners.length > 0} />
              )
            }
          </QueryResult>
        </Card>
        {partners.length > 0 && (
          <Card title={t('Partners')} styles={{ body: { padding: 0 } }}>
            {partners.map((invitation) => (
              <ReceivedRow key={invitation.id} invitation={invitation} />
            ))}
          </Card>
        )}
      </Flex>
    </>
  );
}

/** The mailed link of an invitation was opened by someone who is signed in with another address. */
function ForAnother() {
  const { email: own } = useUser();
  const [params] = useSearchParams();
  const email = params.get('email');
  if (!email || !hasValidDomain(email) || sameAddress(email, own)) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('This invitation is for another address')}
      description={t('It was sent to {email}. You are signed in as {own}.', { email, own })}
      action={<SwitchAccount to={`/receiver/signup?${new URLSearchParams({ email })}`} backTo="/accept-invitation" />}
    />
  );
}

/** Who has no partner yet can only ask to be invited. Members see what their company is invited to, by the address of its owner. */
function NothingWaiting({ hasPartners }: { hasPartners: boolean }) {
  const user = useUser();
  if (!isOwner(user)) return <EmptyState title={t('No invitations waiting')} text={forCompany} />;
  if (!hasPartners)
    return (
      <EmptyState
        title={t('No invitations waiting')}
        text={t('Ask the company to invite {email}. Its invitation then appears here.', { email: user.email })}
        action={<CopyButton text={user.email}>{t('Copy my email address')}</CopyButton>}
      />
    );
  return (
    <EmptyState
      title={t('No invitations waiting')}
      text={t('When a company invites you, its invitation appears here.')}
      {...(mayOpen(user, '/share-folders') && {
        action: <LinkButton to="/share-folders">{t('Browse what is shared with you')}</LinkButton>,
      })}
    />
  );
}

function ReceivedRow({
  invitation: { id, inviterCompany, inviterEmail, status, createdAt, verified, note },
}: {
  invitation: ReceivedInvitation;
}) {
  const mayAnswer = useMay('partners');
  return (
    <Flex align="center" gap={16} wrap className={`list-row ${layout.row}`}>
      <Avatar shape="square" size={40} className={styles.initial}>
        {inviterCompany.charAt(0).toUpperCase()}
      </Avatar>
      <div className={styles.inviter}>
        <Flex align="center" gap={8} wrap>
          <Typography.Text strong className={layout.breakWords}>
            {inviterCompany}
          </Typography.Text>
          <VerifiedBadge verified={verified} companyName={inviterCompany} />
        </Flex>
        <Typography.Text type="secondary" ellipsis className={layout.block}>
          {mailbox(inviterEmail)}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.small}>
          <TimeText iso={createdAt} />
        </Typography.Text>
        <PartnerNote id={id} partner={inviterCompany} note={note} />
      </div>
      {mayAnswer && status === 'pending' && (
        <Flex gap={8}>
          <EndButton id={id} label={t('Decline the invitation from {inviterCompany}', { inviterCompany })}>
            {t('Decline')}
          </EndButton>
          <AcceptButton id={id} company={inviterCompany} />
        </Flex>
      )}
      {mayAnswer && status === 'accepted' && (
        <EndButton
          id={id}
          label={t('End the partnership with {inviterCompany}', { inviterCompany })}
          warning={{
            title: t('End the partnership with {inviterCompany}?', { inviterCompany }),
            content: t(
              'You lose access to every folder this company delivered to you. Your pending requests are rejected and live transfers to you are revoked. To work together again, they must invite you again.',
            ),
          }}
        >
          {t('End partnership')}
        </EndButton>
      )}
    </Flex>
  );
}

function AcceptButton({ id, company }: { id: string; company: string }) {
  const accept = useAcceptInvitation(useUser());
  const toast = useToast();
  return (
    <Button
      type="primary"
      loading={accept.isPending}
      aria-label={t('Accept the invitation from {company}', { company })}
      onClick={() =>
        // the answer removes this row, and mutate's callbacks with it
        accept.mutateAsync(id).then(
          ({ message }) => toast.success({ title: t('Success'), description: message }),
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        )
      }
    >
      {t('Accept')}
    </Button>
  );
}
