import { Flex, Typography } from 'antd';
import { useId } from 'react';
import { useUser } from '../../session/auth.store';
import { ContactsCard } from './contacts-card';
import { OwnKeysCard } from './own-keys-card';
import { RequireSealingCard } from './require-sealing-card';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Own keys, contacts' keys, and whether the company accepts only sealed files. */
export function Encryption() {
  const { userType } = useUser();
  // not the tab's name: the browser scrolls to an element that has the address's hash as its id
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <Typography.Title level={2} id={title} className={layout.sectionTitle}>
        {t('Encryption')}
      </Typography.Title>
      <Flex vertical gap={16}>
        <OwnKeysCard />
        <ContactsCard />
        {userType === 'sender' && <RequireSealingCard />}
      </Flex>
    </section>
  );
}
