import { Flex, Typography } from 'antd';
import { useUser } from '../../session/auth.store';
import { ContactsCard } from './contacts-card';
import { OwnKeysCard } from './own-keys-card';
import { RequireSealingCard } from './require-sealing-card';

/** One's own keys, those of the people one deals with, and what the company takes. */
export function Encryption() {
  const { userType } = useUser();
  return (
    <section aria-labelledby="encryption">
      <Typography.Title level={2} id="encryption" style={{ fontSize: 18, margin: '0 0 16px' }}>
        Encryption
      </Typography.Title>
      <Flex vertical gap={16}>
        <OwnKeysCard />
        <ContactsCard />
        {userType === 'sender' && <RequireSealingCard />}
      </Flex>
    </section>
  );
}
