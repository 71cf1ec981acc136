import { UploadOutlined } from '@ant-design/icons';
import type { User } from '@tradepost/contracts/identity';
import { Alert, Flex } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { ReceiverDashboard } from '../features/dashboard/receiver-dashboard';
import { SenderDashboard } from '../features/dashboard/sender-dashboard';
import { MemberMark } from '../features/members/parts';
import { addressOf } from '../features/workspace/folder/folder-row';
import { useUser } from '../session/auth.store';
import { mayOpen, useMay } from '../session/may';
import { FullScreenBusy } from '../ui/busy/full-screen-busy';
import { EmptyState } from '../ui/feedback/empty-state';
import { LinkButton } from '../ui/layout/link-button';
import { onDemand } from '../ui/layout/on-demand';
import { PageHeader } from '../ui/layout/page-header';
import { t } from '../i18n/t';
import layout from '../ui/layout/layout.module.css';

const NewFolderDialog = onDemand(
  async () => (await import('../features/workspace/folder/new-folder-dialog')).NewFolderDialog,
);
const KycPage = lazy(() => import('../features/kyc/kyc.page'));

/** While the registration is pending, the start page is the registration. */
export default function HomePage() {
  const user = useUser();
  const mayRegister = useMay('registration');
  const mayChangeFiles = useMay('files');
  const { search, hash } = useLocation();
  if (user.userType === 'sender' && user.kycStatus === 'Pending') {
    if (!mayRegister)
      return (
        <>
          <CompanyHeader user={user} />
          <EmptyState
            title={t('Not registered yet')}
            text={t('You see what happens in this company once its owner has submitted the business registration.')}
          />
        </>
      );
    return (
      <Suspense fallback={<FullScreenBusy title={t('Loading...')} text={t('Please wait for a while')} />}>
        <KycPage />
      </Suspense>
    );
  }
  if (user.userType === 'admin') return <Navigate to="/admin" replace />;
  // a tab of the registration, which was the start page until it was submitted
  if (new URLSearchParams(search).has('tab')) return <Navigate to={{ pathname: '/', hash }} replace />;
  return (
    <>
      <CompanyHeader
        user={user}
        actions={
          user.userType === 'sender' &&
          mayOpen(user, '/send') && (
            <LinkButton type="primary" to="/send" icon={<UploadOutlined aria-hidden />}>
              {t('Send files')}
            </LinkButton>
          )
        }
      />
      {mayRegister && <RegistrationNotice user={user} />}
      {user.userType === 'sender' && (
        <>
          <SenderDashboard user={user} />
          {mayChangeFiles && <AskedFolder />}
        </>
      )}
      {user.userType === 'receiver' && <ReceiverDashboard user={user} />}
    </>
  );
}

/** The head of the start page: the person, and the company that they act for. */
function CompanyHeader({ user, actions }: { user: User; actions?: ReactNode }) {
  return (
    <PageHeader
      title={t('Hello, {firstName}', { firstName: user.firstName })}
      subtitle={
        <Flex gap={8} align="center" wrap component="span">
          {user.companyName} <MemberMark user={user} />
        </Flex>
      }
      actions={actions}
    />
  );
}

/** `/#new-folder` is the address of this dialog: the workspace needs a folder. */
function AskedFolder() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  if (hash !== '#new-folder') return null;
  return (
    <NewFolderDialog
      onClose={() => void navigate('/', { replace: true })}
      onCreated={(folder) => void navigate(addressOf(folder), { replace: true })}
    />
  );
}

const notices: Partial<Record<User['kycStatus'], { type: 'info' | 'warning'; title: string; description: string }>> = {
  Processing: {
    type: 'info',
    title: t('Your registration is being reviewed'),
    description: t('Use Tradepost normally while we review.'),
  },
  Rejected: {
    type: 'warning',
    title: t('Your registration was rejected'),
    description: t('Open it to see why, and submit it again. Until then you can’t deliver anything new.'),
  },
  'Changes requested': {
    type: 'warning',
    title: t('Your registration needs changes'),
    description: t('Open it to see which. Until then you can’t deliver anything new.'),
  },
};

function RegistrationNotice({ user }: { user: User }) {
  const notice = notices[user.kycStatus];
  return (
    notice && (
      <Alert
        showIcon
        type={notice.type}
        title={notice.title}
        description={
          <>
            {notice.description}{' '}
            <Link to="/kyc-approval" className={layout.underlined}>
              {t('Business Registration')}
            </Link>
          </>
        }
        className={layout.marginBottom20}
      />
    )
  );
}
