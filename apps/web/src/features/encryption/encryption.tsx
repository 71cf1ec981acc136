import { isOwner } from '@tradepost/contracts/roles';
import { Flex, Typography } from 'antd';
import { useId } from 'react';
import { useUser } from '../../session/auth.store';
import { useHasKeys } from '../../vault/has-keys';
import { ContactsCard } from './contacts-card';
import { MemberKeysCard } from './member-keys-card';
import { OwnKeysCard } from './own-keys-card';
import { RequireSealingCard } from './require-sealing-card';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Own keys or, for a member, those of the company; contacts' keys, and whether the company accepts only sealed files. */
export function Encryption() {
  const user = useUser();
  const isMember = !isOwner(user);
  const hasKeys = useHasKeys();
  // not the tab's name: the browser scrolls to an element that has the address's hash as its id
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <Typography.Title level={2} id={title} className={layout.sectionTitle}>
        {t('Encryption')}
      </Typography.Title>
      <Flex vertical gap={16}>
        {isMember ? <MemberKeysCard /> : <OwnKeysCard />}
        {hasKeys && <ContactsCard />}
        {!isMember && user.userType === 'sender' && <RequireSealingCard />}
      </Flex>
    </section>
  );
}
