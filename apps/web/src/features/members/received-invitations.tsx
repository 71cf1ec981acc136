import { useQuery } from '@tanstack/react-query';
import type { CompanyOfPerson, ReceivedMemberInvitation } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { useToast } from '../../ui/notice/use-toast';
import { receivedQuery, useAcceptInvitation, useDeclineInvitation, useSwitchCompany } from './api';
import { namesOf } from '../../ui/feedback/role-names';
import { t } from '../../i18n/t';

/** A row for each company that invites the person, with its answers; after the acceptance it offers to act for the company. */
export function ReceivedMemberInvitations() {
  const me = useQuery(meQuery);
  const { data } = useQuery({ ...receivedQuery, enabled: me.isSuccess && me.data.memberInvitations !== 0 });
  const [joined, setJoined] = useState<CompanyOfPerson>();
  return (
    <>
      {joined && <Joined company={joined} onLater={() => setJoined(undefined)} />}
      {data?.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} onJoined={setJoined} />
      ))}
    </>
  );
}

interface InvitationRowProps {
  invitation: ReceivedMemberInvitation;
  onJoined: (company: CompanyOfPerson) => void;
}

function InvitationRow({ invitation: { id, companyName, inviterEmail, roles }, onJoined }: InvitationRowProps) {
  const accept = useAcceptInvitation();
  const decline = useDeclineInvitation();
  const toast = useToast();
  const failed = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          <strong>
            {roles.includes('auditor')
              ? t('{companyName} invites you as auditor', { companyName })
              : t('{companyName} invites you: {roles}', { companyName, roles: namesOf(roles) })}
          </strong>{' '}
          {t('Sent by {inviterEmail}', { inviterEmail: mailbox(inviterEmail) })}
        </>
      }
      action={
        <Flex gap={8}>
          <Button
            loading={decline.isPending}
            aria-label={t('Decline the invitation from {inviterCompany}', { inviterCompany: companyName })}
            onClick={() =>
              // the answer removes this row, and mutate's callbacks with it
              decline
                .mutateAsync(id)
                .then(({ message }) => toast.success({ title: t('Success'), description: message }), failed)
            }
          >
            {t('Decline')}
          </Button>
          <Button
            type="primary"
            loading={accept.isPending}
            aria-label={t('Accept the invitation from {company}', { company: companyName })}
            onClick={() => accept.mutateAsync(id).then(({ company }) => onJoined(company), failed)}
          >
            {t('Accept')}
          </Button>
        </Flex>
      }
    />
  );
}

function Joined({
  company: { companyId, companyName, roles },
  onLater,
}: {
  company: CompanyOfPerson;
  onLater: () => void;
}) {
  const change = useSwitchCompany();
  const toast = useToast();
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('You joined {companyName}: {roles}', { companyName, roles: namesOf(roles) })}
      action={
        <Flex gap={8}>
          <Button onClick={onLater}>{t('Later')}</Button>
          <Button
            type="primary"
            loading={change.isPending}
            onClick={() =>
              change.mutate(companyId, {
                onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
              })
            }
          >
            {t('Switch to {companyName}', { companyName })}
          </Button>
        </Flex>
      }
    />
  );
}
