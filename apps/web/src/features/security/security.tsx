import { Flex } from 'antd';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { TwoStepCard } from './two-step-card';

/** How the own account is protected. */
export function Security() {
  return (
    <Flex vertical gap={16}>
      <PasswordCard />
      <TwoStepCard />
      <SessionsCard />
    </Flex>
  );
}
