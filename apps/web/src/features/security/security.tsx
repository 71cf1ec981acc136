import { Flex, Typography } from 'antd';
import { useUser } from '../../session/auth.store';
import { DataCard } from './data-card';
import { DeletionCard } from './deletion-card';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { TwoStepCard } from './two-step-card';
import layout from '../../ui/layout/layout.module.css';

/** Security settings of the own account. */
export function Security() {
  const { userType } = useUser();
  return (
    <section aria-labelledby="security">
      <Typography.Title level={2} id="security" className={layout.sectionTitle}>
        Security
      </Typography.Title>
      <Flex vertical gap={16}>
        <PasswordCard />
        <TwoStepCard />
        <SessionsCard />
        <DataCard />
        {userType !== 'admin' && <DeletionCard />}
      </Flex>
    </section>
  );
}
