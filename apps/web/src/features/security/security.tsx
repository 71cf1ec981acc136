import { Flex } from 'antd';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { TwoStepCard } from './two-step-card';

/** How the own account is protected. */
export function Security() {
  return (
    <Flex vertical gap={16}>
      <PasswordCard />
      <TwoStepCard />
      <PasskeysCard />
      <SessionsCard />
    </Flex>
  );
}
