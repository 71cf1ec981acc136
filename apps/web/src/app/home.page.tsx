import { UploadOutlined } from '@ant-design/icons';
import type { User } from '@tradepost/contracts/identity';
import { Alert } from 'antd';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { ReceiverDashboard } from '../features/dashboard/receiver-dashboard';
import { SenderDashboard } from '../features/dashboard/sender-dashboard';
import { addressOf } from '../features/workspace/folder/folder-row';
import { NewFolderDialog } from '../features/workspace/folder/new-folder-dialog';
import { useUser } from '../session/auth.store';
import { FullScreenBusy } from '../ui/feedback/full-screen-busy';
import { LinkButton } from '../ui/layout/link-button';
import { PageHeader } from '../ui/layout/page-header';
import layout from '../ui/layout/layout.module.css';

const KycPage = lazy(() => import('../features/kyc/kyc.page'));

/** While the registration is pending, the start page is the registration. */
export default function HomePage() {
  const user = useUser();
  if (user.userType === 'sender' && user.kycStatus === 'Pending') {
    return (
      <Suspense fallback={<FullScreenBusy title="Loading..." text="Please wait for a while" />}>
        <KycPage />
      </Suspense>
    );
  }
  if (user.userType === 'admin') return <Navigate to="/admin" replace />;
  return (
    <>
      <PageHeader
        title={`Hello, ${user.firstName}`}
        subtitle={user.companyName}
        actions={
          user.userType === 'sender' && (
            <LinkButton type="primary" to="/send" icon={<UploadOutlined aria-hidden />}>
              Send files
            </LinkButton>
          )
        }
      />
      <RegistrationNotice user={user} />
      {user.userType === 'sender' && (
        <>
          <SenderDashboard user={user} />
          <AskedFolder />
        </>
      )}
      {user.userType === 'receiver' && <ReceiverDashboard user={user} />}
    </>
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
    title: 'Your registration is being reviewed',
    description: 'Use Tradepost normally while we review.',
  },
  Rejected: {
    type: 'warning',
    title: 'Your registration was rejected',
    description: 'Open it to see why, and submit it again. Until then you can’t deliver anything new.',
  },
  'Changes requested': {
    type: 'warning',
    title: 'Your registration needs changes',
    description: 'Open it to see which. Until then you can’t deliver anything new.',
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
              Business Registration
            </Link>
          </>
        }
        className={layout.marginBottom20}
      />
    )
  );
}
