import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { memberInvitationDays } from '@tradepost/contracts/identity';
import { hasValidDomain, sameAddress } from '@tradepost/contracts/values/address';
import { Flex, Typography } from 'antd';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAuth, useUser } from '../../session/auth.store';
import { SwitchAccount } from '../../session/switch-account';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { meQuery } from '../../api/queries';
import { readToken } from '../../session/token';
import { forgetReturn, rememberReturn } from '../../session/return-to';
import { QueryResult } from '../../ui/list/query-result';
import { LinkButton } from '../../ui/layout/link-button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { receivedQuery } from './api';
import { ReceivedMemberInvitations } from './received-invitations';
import { t } from '../../i18n/t';
import styles from './join.module.css';

/** Where the mailed link to an invitation leads: guests sign in or sign up first, and come back. */
export default function JoinPage() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  // a token without its user, as after local storage was emptied
  const restoring = !isAuthenticated && readToken() !== undefined;
  useQuery({ ...meQuery, enabled: restoring });
  if (restoring) return <SkeletonList rows={3} />;
  return (
    <Flex vertical gap={24} className={styles.page}>
      <Typography.Title level={1} className={styles.title}>
        {t('Join a company')}
      </Typography.Title>
      {isAuthenticated ? <Answer /> : <Enter />}
    </Flex>
  );
}

function Enter() {
  const [params] = useSearchParams();
  const email = params.get('email');
  useEffect(() => rememberReturn('/join'), []);
  return (
    <>
      <Typography.Text>
        {t('You were invited to a company. Sign in with the address that got the invitation, or sign up with it.')}
      </Typography.Text>
      <Flex gap={8} wrap>
        <LinkButton type="primary" size="large" to="/login">
          {t('Sign in')}
        </LinkButton>
        <LinkButton size="large" to={email ? `/receiver/signup?${new URLSearchParams({ email })}` : '/receiver/signup'}>
          {t('Sign up')}
        </LinkButton>
      </Flex>
    </>
  );
}

function Answer() {
  const received = useQuery(receivedQuery);
  const own = useUser();
  const { search } = useLocation();
  const email = new URLSearchParams(search).get('email');
  const isForAnother = email !== null && hasValidDomain(email) && !sameAddress(email, own.email);
  useEffect(forgetReturn, []);
  return (
    <>
      <ReceivedMemberInvitations />
      <QueryResult query={received}>
        {(found) =>
          found.length === 0 &&
          (isForAnother ? (
            <EmptyState
              title={t('This invitation is for another address')}
              text={t('It was sent to {email}. You are signed in as {own}.', { email, own: own.email })}
              action={<SwitchAccount to={`/join${search}`} backTo="/join" />}
            />
          ) : (
            <EmptyState
              title={t('No invitations waiting')}
              text={t('Invitations to your address appear here for {days} days, unless the company withdraws them.', {
                days: memberInvitationDays,
              })}
            />
          ))
        }
      </QueryResult>
      <LinkButton to="/">{t('Dashboard')}</LinkButton>
    </>
  );
}
