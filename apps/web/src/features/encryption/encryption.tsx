import { isOwner } from '@tradepost/contracts/roles';
import { Flex } from 'antd';
import { useUser } from '../../session/auth.store';
import { mayHoldShare, useMay, usesVault } from '../../session/may';
import { useHasKeys } from '../../vault/has-keys';
import { ContactsCard } from './contacts-card';
import { MemberKeysCard } from './member-keys-card';
import { OwnKeysCard } from './own-keys-card';
import { MemberRecoveryCard } from './recovery/member-recovery-card';
import { OwnRecoveryCard } from './recovery/own-recovery-card';
import { RequireSealingCard } from './require-sealing-card';

/** Own keys or, for a member, those of the company; recovery; contacts' keys, and whether the company accepts only sealed files. */
export function Encryption() {
  const user = useUser();
  const isMember = !isOwner(user);
  const hasKeys = useHasKeys();
  const mayRequire = useMay('company');
  // members with a role that takes no keys can still hold a share
  if (!usesVault(user)) return <MemberRecoveryCard />;
  return (
    <Flex vertical gap={16}>
      {isMember ? <MemberKeysCard /> : <OwnKeysCard />}
      {isMember ? mayHoldShare(user) && <MemberRecoveryCard /> : <OwnRecoveryCard />}
      {hasKeys && <ContactsCard />}
      {mayRequire && user.userType === 'sender' && <RequireSealingCard />}
    </Flex>
  );
}
