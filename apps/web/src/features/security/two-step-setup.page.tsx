import { ArrowLeftOutlined, SafetyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { signIn } from '../../session/auth.store';
import { enrolmentTicket } from '../../session/tickets';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { ErrorState } from '../../ui/feedback/error-state';
import { RoundIcon } from '../../ui/layout/round-icon';
import { totpSetupQuery } from './api';
import { TotpSetup } from './totp-setup';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Setup before the first sign-in of an account that requires two-step sign-in. */
export default function TwoStepSetupPage() {
  const [ticket] = useState(enrolmentTicket.read);
  if (!ticket) return <Navigate to="/login" replace />;
  return (
    <>
      <RoundIcon icon={<SafetyOutlined aria-hidden />} />
      <AuthHeading title={t('Set up two-step sign-in')}>{t('Your account requires this.')}</AuthHeading>
      <Enrolment ticket={ticket} />
      <Flex justify="center" className={layout.marginTop24}>
        <Link to="/login" onClick={enrolmentTicket.clear} className={layout.ownLink}>
          <ArrowLeftOutlined /> {t('Back to log in')}
        </Link>
      </Flex>
    </>
  );
}

function Enrolment({ ticket }: { ticket: string }) {
  const setup = useQuery(totpSetupQuery(ticket));
  if (setup.error) return <ErrorState error={setup.error} onRetry={setup.refetch} />;
  if (!setup.data) return <Skeleton active paragraph={{ rows: 5 }} />;
  return <TotpSetup secret={setup.data} ticket={ticket} onDone={(signedIn) => signedIn && signIn(signedIn)} />;
}
