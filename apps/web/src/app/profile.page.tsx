import { Flex } from 'antd';
import { ApiKeys } from '../features/api-keys/api-keys';
import { CompanyDetails } from '../features/company/company-details';
import { Encryption } from '../features/encryption/encryption';
import { MailCard } from '../features/notifications/mail-card';
import { ReleaseCard } from '../features/release/release-card';
import { Security } from '../features/security/security';
import { WebhooksCard } from '../features/webhooks/webhooks-card';
import { useUser } from '../session/auth.store';
import { PageHeader } from '../ui/layout/page-header';

/** An admin belongs to no company. */
export default function ProfilePage() {
  const { userType, email, companyId } = useUser();
  const admin = userType === 'admin';
  return (
    <>
      <PageHeader
        title={admin ? 'Profile' : 'Company Details'}
        subtitle={admin ? email : 'Your company as partners and contracts see it.'}
      />
      <Flex vertical gap={32}>
        {!admin && (
          <div>
            <CompanyDetails />
          </div>
        )}
        {!admin && companyId !== null && <Encryption />}
        <Security />
        {companyId && <ApiKeys />}
        {!admin && <MailCard />}
        {!admin && <WebhooksCard />}
        <ReleaseCard />
      </Flex>
    </>
  );
}
